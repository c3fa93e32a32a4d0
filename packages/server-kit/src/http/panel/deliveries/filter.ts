// What the list of deliveries is narrowed to, from the address of the page and back.
import type { BrowsedFilter } from "../../../flows/browse-deliveries.js";
import { dayMs, readDay } from "../day.js";
import type { StoreVisit } from "../visit.js";
import { deliveryGroups } from "./words.js";

export const deliveryFields = ["state", "status", "path", "from", "to", "mode"] as const;
export type DeliveryFields = Record<(typeof deliveryFields)[number], string>;

export const toldStatuses = ["pending", "processing", "completed", "paid", "failed", "cancelled", "expired"] as const;

export function readDeliveryFilter({ call: { query }, store, mode }: StoreVisit): {
  fields: DeliveryFields;
  filter: Omit<BrowsedFilter, "limit">;
  problems: string[];
} {
  // Sound: every name is given a value.
  const fields = Object.fromEntries(
    deliveryFields.map((name) => [name, (query[name] ?? "").trim().slice(0, 255)]),
  ) as DeliveryFields;
  const [since, until] = [readDay(fields.from), readDay(fields.to)];
  const problems = [
    fields.from !== "" && since === undefined && "The first day is no date, such as 2027-01-31.",
    fields.to !== "" && until === undefined && "The last day is no date, such as 2027-01-31.",
  ].filter((problem) => problem !== false);
  return {
    fields,
    problems,
    filter: {
      merchantId: store.merchantId,
      environment: fields.mode === "both" ? undefined : mode,
      states: Object.hasOwn(deliveryGroups, fields.state) ? deliveryGroups[fields.state]?.states : undefined,
      status: toldStatuses.find((word) => word === fields.status),
      path: fields.path === "queue" || fields.path === "legacy" ? fields.path : undefined,
      since,
      until: until === undefined ? undefined : until + dayMs,
      after: query.after,
    },
  };
}
