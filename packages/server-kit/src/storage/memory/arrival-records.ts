// Arrivals in memory.
import type { ArrivalRecords } from "../port/arrival-records.js";
import { UniqueError } from "./memory-table.js";
import type { MemoryTables } from "./memory-tables.js";

export function createArrivalRecords({ arrivals }: MemoryTables): ArrivalRecords {
  return {
    async insert(arrival) {
      const { paymentId, statementEntryId } = arrival;
      const isTaken =
        statementEntryId !== undefined &&
        arrivals.first((row) => row.paymentId === paymentId && row.statementEntryId === statementEntryId) !== undefined;
      if (isTaken) throw new UniqueError("arrival of a statement entry");
      arrivals.insert(arrival);
    },
    async update(arrival) {
      arrivals.change(arrival.arrivalId, arrival);
    },
    list: async (paymentId) => arrivals.list((row) => row.paymentId === paymentId),
  };
}
