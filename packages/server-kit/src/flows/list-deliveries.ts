// Lists failed and unfinished deliveries over all payments, oldest first: for operators after an outage. Those of one store
// in any state, newest first.
import {
  type Delivery,
  type DeliveryState,
  deliveryStates,
  failedDeliveryStates,
  listedDeliveryStates,
} from "../domain/delivery.js";
import { type FieldNames, findUnknownFields } from "../domain/known-fields.js";
import { type RefusalDetail, requireNoViolations } from "../domain/refusal.js";
import type { Records, Storage } from "../storage/port.js";

export interface DeliveryListFilter {
  merchantId?: string | undefined;
  /**
   * Default: exhausted, dead, parked. `pending` and `sending` are unfinished. `delivered` and `cancelled` require `merchantId`, and
   * then the list begins with the newest.
   */
  states?: readonly DeliveryState[] | undefined;
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

/** @throws Refusal VALIDATION_ERROR naming each invalid field. */
export async function listDeliveries(
  { storage }: { storage: Storage },
  filter: DeliveryListFilter,
): Promise<{ deliveries: ListedDelivery[]; nextCursor: string | undefined }> {
  requireNoViolations(findViolations(filter));
  const { merchantId, states = failedDeliveryStates, since, until, limit = 100, cursor } = filter;
  return storage.read(async (records) => {
    const after = cursor === undefined ? undefined : await records.deliveries.find(cursor);
    if (cursor !== undefined && after === undefined) requireNoViolations([invalidCursor]);
    const found = await readPage(records, { states, merchantId, since, until, limit, after });
    return {
      deliveries: await Promise.all(found.page.map((delivery) => viewOf(records, delivery))),
      nextCursor: found.next?.deliveryId,
    };
  });
}

interface PageRequest extends Required<Omit<DeliveryListFilter, "cursor" | "states" | "limit">> {
  states: readonly DeliveryState[];
  limit: number;
  after: Delivery | undefined;
}

interface Page {
  page: Delivery[];
  /** Cursor of the next page. */
  next: Delivery | undefined;
}

/** One more than the page shows whether there is a next page. */
async function readPage({ deliveries }: Records, { states, limit, ...request }: PageRequest): Promise<Page> {
  const listed = listedDeliveryStates.filter((state) => states.includes(state));
  const { merchantId } = request;
  if (merchantId !== undefined && needsStore(states)) return readOfStore({ ...request, merchantId });
  const found = await deliveries.listByState({ ...request, states: listed, limit: limit + 1 });
  const page = found.slice(0, limit);
  return { page, next: found.length > limit ? page.at(-1) : undefined };

  /** No index has these states: a bounded number of rows is scanned, so a page may be short. */
  async function readOfStore(wanted: Omit<PageRequest, "states" | "limit"> & { merchantId: string }): Promise<Page> {
    const page: Delivery[] = [];
    let after = wanted.after;
    for (let seen = 0; seen < maxScanned; seen += sliceSize) {
      const slice = await deliveries.listOfStore({ ...wanted, after, limit: sliceSize });
      for (const delivery of slice) {
        if (page.length === limit) return { page, next: after };
        if (states.includes(delivery.state)) page.push(delivery);
        after = delivery;
      }
      if (slice.length < sliceSize) return { page, next: undefined };
    }
    return { page, next: after };
  }
}

const sliceSize = 200;
const maxScanned = 2000;

const needsStore = (states: readonly DeliveryState[]): boolean =>
  states.some((state) => !listedDeliveryStates.some((listed) => listed === state));

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

const invalidCursor: RefusalDetail = {
  path: "cursor",
  rule: "cursor",
  message: "must be the nextCursor of a page of this list",
};

function findViolations(filter: DeliveryListFilter): RefusalDetail[] {
  const violations = findUnknownFields(filter, filterNames);
  const { states, limit, merchantId } = filter;
  // Hosts' own code passes words straight from a query.
  if (states !== undefined && !(Array.isArray(states) && states.every((state) => deliveryStates.includes(state)))) {
    violations.push({ path: "states", rule: "enum", message: `must be any of ${deliveryStates.join(", ")}` });
  } else if (states !== undefined && merchantId === undefined && needsStore(states)) {
    violations.push({
      path: "merchantId",
      rule: "required",
      message: "is required with the states delivered and cancelled",
    });
  }
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 1 && limit <= 500)) {
    violations.push({ path: "limit", rule: "range", message: "must be a whole number from 1 to 500" });
  }
  for (const path of ["merchantId", "cursor"] as const) {
    const value: unknown = filter[path];
    if (value !== undefined && typeof value !== "string")
      violations.push({ path, rule: "type", message: "must be text" });
  }
  for (const path of ["since", "until"] as const) {
    const value = filter[path];
    if (value !== undefined && !Number.isSafeInteger(value)) {
      violations.push({ path, rule: "type", message: "must be epoch milliseconds" });
    }
  }
  return violations;
}
