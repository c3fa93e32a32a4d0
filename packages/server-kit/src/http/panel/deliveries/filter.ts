// The filter of the list of deliveries, parsed from the page's query.
import { transactionStatuses } from "../../../domain/payment-state.js";
import type { BrowsedFilter } from "../../../flows/browse-deliveries.js";
import { readFields, readPeriod } from "../filter-fields.js";
import type { FilterProblem } from "../filter-problems.js";
import type { StoreVisit } from "../visit.js";
import { deliveryGroups } from "./words.js";

const deliveryFields = ["state", "status", "path", "from", "to", "mode"] as const;
export type DeliveryFields = Record<(typeof deliveryFields)[number], string>;

export function readDeliveryFilter({ call: { query }, store, mode }: StoreVisit): {
  fields: DeliveryFields;
  filter: Omit<BrowsedFilter, "limit">;
  problems: FilterProblem[];
} {
  const fields = readFields(query, deliveryFields);
  const problems: FilterProblem[] = [];
  const { from, until } = readPeriod(fields, problems, "Created");
  return {
    fields,
    problems,
    filter: {
      merchantId: store.merchantId,
      environment: fields.mode === "both" ? undefined : mode,
      states: Object.hasOwn(deliveryGroups, fields.state) ? deliveryGroups[fields.state]?.states : undefined,
      status: transactionStatuses.find((word) => word === fields.status),
      path: fields.path === "queue" || fields.path === "legacy" ? fields.path : undefined,
      since: from,
      until,
      after: query.after,
    },
  };
}
