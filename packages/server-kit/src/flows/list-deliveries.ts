// Deliveries of all payments that have failed or have not come to an end, oldest first: for operators after an outage.
import { type Delivery, type ListedDeliveryState, listedDeliveryStates } from "../domain/delivery.js";
import { type FieldNames, findUnknownFields } from "../domain/known-fields.js";
import { type RefusalDetail, requireNoFaults } from "../domain/refusal.js";
import type { Records, Storage } from "../storage/port.js";

export interface DeliveryListFilter {
  merchantId?: string | undefined;
  /** Default: exhausted, dead, parked. `pending` and `sending` have not come to an end. */
  states?: readonly ListedDeliveryState[] | undefined;
  /** Created at or after, epoch milliseconds. */
  since?: number | undefined;
  /** Created before, epoch milliseconds. */
  until?: number | undefined;
  /** 1 to 500; default 100. */
  limit?: number | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
}

/** Times are epoch milliseconds. */
export interface ListedDelivery {
  deliveryId: string;
  merchantId: string;
  paymentId: string;
  event: string;
  status: string;
  state: Delivery["state"];
  attemptCount: number;
  createdAt: number;
  finishedAt: number | undefined;
  nextAttemptAt: number | undefined;
  /** Of the last attempt; undefined when there was none. */
  lastOutcome: string | undefined;
  lastHttpStatus: number | undefined;
}

/** @throws Refusal VALIDATION_ERROR naming each wrong field. */
export async function listDeliveries(
  { storage }: { storage: Storage },
  filter: DeliveryListFilter,
): Promise<{ deliveries: ListedDelivery[]; nextCursor: string | undefined }> {
  requireNoFaults(findFaults(filter));
  const { merchantId, states = ["exhausted", "dead", "parked"], since, until, limit = 100, cursor } = filter;
  return storage.read(async (records) => {
    const after = cursor === undefined ? undefined : await records.deliveries.find(cursor);
    if (cursor !== undefined && after === undefined) requireNoFaults([wrongCursor]);
    // One more than the page tells whether there is another page.
    const request = { states, merchantId, since, until, limit: limit + 1, after };
    const found = await records.deliveries.listByState(request);
    const page = found.slice(0, limit);
    return {
      deliveries: await Promise.all(page.map((delivery) => viewOf(records, delivery))),
      nextCursor: found.length > limit ? page.at(-1)?.deliveryId : undefined,
    };
  });
}

async function viewOf(records: Records, delivery: Delivery): Promise<ListedDelivery> {
  const { deliveryId, merchantId, paymentId, event, status, state, attemptCount } = delivery;
  const { createdAt, finishedAt, nextAttemptAt } = delivery;
  const last = (await records.deliveries.listAttempts(deliveryId)).at(-1);
  return {
    deliveryId,
    merchantId,
    paymentId,
    event,
    status,
    state,
    attemptCount,
    createdAt,
    finishedAt,
    nextAttemptAt,
    lastOutcome: last?.outcome,
    lastHttpStatus: last?.httpStatus,
  };
}

const filterNames: FieldNames<DeliveryListFilter> = {
  merchantId: true,
  states: true,
  since: true,
  until: true,
  limit: true,
  cursor: true,
};

const wrongCursor: RefusalDetail = {
  path: "cursor",
  rule: "cursor",
  message: "must be the nextCursor of a page of this list",
};

function findFaults(filter: DeliveryListFilter): RefusalDetail[] {
  const faults = findUnknownFields(filter, filterNames);
  const { states, limit } = filter;
  if (states?.some((state) => !listedDeliveryStates.includes(state))) {
    faults.push({ path: "states", rule: "enum", message: `must be of ${listedDeliveryStates.join(", ")}` });
  }
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 1 && limit <= 500)) {
    faults.push({ path: "limit", rule: "range", message: "must be a whole number from 1 to 500" });
  }
  for (const path of ["since", "until"] as const) {
    const value = filter[path];
    if (value !== undefined && !Number.isSafeInteger(value)) {
      faults.push({ path, rule: "type", message: "must be epoch milliseconds" });
    }
  }
  return faults;
}
