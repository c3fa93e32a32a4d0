// The filter of the list of deliveries, parsed from the page's query.
import { transactionStatuses } from "../../../domain/payment-state.js";
import type { BrowsedFilter } from "../../../flows/browse-deliveries.js";
import { dayMs, readDay } from "../day.js";
import type { FilterProblem } from "../filter-problems.js";
import type { StoreVisit } from "../visit.js";
import { deliveryGroups } from "./words.js";

export const deliveryFields = ["state", "status", "path", "from", "to", "mode"] as const;
export type DeliveryFields = Record<(typeof deliveryFields)[number], string>;

export function readDeliveryFilter({ call: { query }, store, mode }: StoreVisit): {
  fields: DeliveryFields;
  filter: Omit<BrowsedFilter, "limit">;
  problems: FilterProblem[];
} {
  // Every name is given a value.
  const fields = Object.fromEntries(
    deliveryFields.map((name) => [name, (query[name] ?? "").trim().slice(0, 255)]),
  ) as DeliveryFields;
  const [since, until] = [readDay(fields.from), readDay(fields.to)];
  const problems = [
    { field: "from" as const, day: since, message: "The first day must be a date, such as 2027-01-31." },
    { field: "to" as const, day: until, message: "The last day must be a date, such as 2027-01-31." },
  ].filter(({ field, day }) => fields[field] !== "" && day === undefined);
  return {
    fields,
    problems,
    filter: {
      merchantId: store.merchantId,
      environment: fields.mode === "both" ? undefined : mode,
      states: Object.hasOwn(deliveryGroups, fields.state) ? deliveryGroups[fields.state]?.states : undefined,
      status: transactionStatuses.find((word) => word === fields.status),
      path: fields.path === "queue" || fields.path === "legacy" ? fields.path : undefined,
      since,
      until: until === undefined ? undefined : until + dayMs,
      after: query.after,
    },
  };
}
