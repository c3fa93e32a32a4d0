// Money received for payments ("arrivals"), in PostgreSQL.
import { paymentArrivalsTable } from "../money-tables.js";
import type { ArrivalRecords } from "../port/arrival-records.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

export function createArrivalRecords(database: Database): ArrivalRecords {
  const arrivals = createTableAccess(database, paymentArrivalsTable);

  return {
    async insert(arrival) {
      await arrivals.insert(arrival);
    },
    async update(arrival) {
      await arrivals.update(arrival, "arrival_id");
    },
    list: async (paymentId) =>
      await arrivals.all(`SELECT ${arrivals.columns} FROM payment_arrivals WHERE payment_id = @paymentId ORDER BY id`, {
        paymentId,
      }),
  };
}
