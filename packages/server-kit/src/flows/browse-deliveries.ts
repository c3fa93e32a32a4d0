// Lists deliveries of a store for the panel, newest first, filtered by state, mode, status, path and time. Failed ones have an
// index; otherwise a bounded number is scanned per call, and the result contains the time reached.
import { type Delivery, type DeliveryState, failedDeliveryStates, listedDeliveryStates } from "../domain/delivery.js";
import type { Environment } from "../domain/environment.js";
import type { Payment } from "../domain/payment.js";
import type { DeliveryPath } from "../domain/store.js";
import type { Records, Storage } from "../storage/port.js";

export interface BrowsedFilter {
  merchantId: string;
  /** Environment of their payments. */
  environment: Environment | undefined;
  states: readonly DeliveryState[] | undefined;
  /** The reported status, such as `completed`. */
  status: string | undefined;
  path: DeliveryPath | undefined;
  since: number | undefined;
  until: number | undefined;
  /** `next` of the page before. */
  after: string | undefined;
  limit: number;
}

export interface BrowsedDelivery {
  delivery: Delivery;
  payment: Pick<Payment, "paymentId" | "orderId" | "environment">;
  /** Of the last attempt; undefined when there was none. */
  lastOutcome: string | undefined;
  lastHttpStatus: number | undefined;
  lastDurationMs: number | undefined;
}

export interface BrowsedPage {
  deliveries: BrowsedDelivery[];
  /** Undefined when there are no more. */
  next: string | undefined;
  /** Set when the page is not full because the scan limit was reached: deliveries back to this time were scanned, epoch milliseconds. */
  searchedTo: number | undefined;
}

const sliceSize = 200;
const maxScanned = 2000;

/** One page of deliveries; may be short when the scan limit is reached. */
export async function browseDeliveries({ storage }: { storage: Storage }, filter: BrowsedFilter): Promise<BrowsedPage> {
  const found: BrowsedDelivery[] = [];
  let after = filter.after === undefined ? undefined : await findCursor(storage, filter);
  for (let seen = 0; seen < maxScanned; seen += sliceSize) {
    const slice = await storage.read((records) => readSlice(records, filter, after));
    for (const one of slice.fitting) {
      if (found.length === filter.limit) {
        return { deliveries: found, next: found.at(-1)?.delivery.deliveryId, searchedTo: undefined };
      }
      found.push(one);
    }
    if (slice.last === undefined) return { deliveries: found, next: undefined, searchedTo: undefined };
    after = slice.last;
  }
  return { deliveries: found, next: after?.deliveryId, searchedTo: after?.createdAt };
}

async function findCursor(storage: Storage, { merchantId, after = "" }: BrowsedFilter): Promise<Delivery | undefined> {
  const delivery = await storage.read((records) => records.deliveries.find(after));
  return delivery?.merchantId === merchantId ? delivery : undefined;
}

async function readSlice(
  records: Records,
  filter: BrowsedFilter,
  after: Delivery | undefined,
): Promise<{ fitting: BrowsedDelivery[]; last: Delivery | undefined }> {
  const { merchantId, states, since, until } = filter;
  const page = { merchantId, since, until, after, limit: sliceSize };
  const failed = states?.filter((state) => failedDeliveryStates.some((one) => one === state));
  const slice =
    states !== undefined && failed?.length === states.length
      ? await records.deliveries.listByState({
          ...page,
          states: listedDeliveryStates.filter((state) => states.includes(state)),
          order: "newest",
        })
      : await records.deliveries.listOfStore(page);
  const ids = [...new Set(slice.map(({ paymentId }) => paymentId))];
  const payments = new Map((await records.payments.findMany(ids)).map((payment) => [payment.paymentId, payment]));
  const fitting: BrowsedDelivery[] = [];
  for (const delivery of slice) {
    const payment = payments.get(delivery.paymentId);
    if (payment === undefined || !fits(delivery, payment, filter)) continue;
    fitting.push(await withLastAttempt(records, delivery, payment));
    if (fitting.length > filter.limit) break;
  }
  return { fitting, last: slice.length < sliceSize ? undefined : slice.at(-1) };
}

function fits(delivery: Delivery, payment: Payment, filter: BrowsedFilter): boolean {
  const { environment, states, status, path } = filter;
  return (
    (environment === undefined || payment.environment === environment) &&
    (states === undefined || states.includes(delivery.state)) &&
    (status === undefined || delivery.status === status) &&
    (path === undefined || delivery.path === path)
  );
}

async function withLastAttempt(records: Records, delivery: Delivery, payment: Payment): Promise<BrowsedDelivery> {
  const last = (await records.deliveries.listAttempts(delivery.deliveryId)).at(-1);
  const { paymentId, orderId, environment } = payment;
  return {
    delivery,
    payment: { paymentId, orderId, environment },
    lastOutcome: last?.outcome,
    lastHttpStatus: last?.httpStatus,
    lastDurationMs: last?.durationMs,
  };
}
