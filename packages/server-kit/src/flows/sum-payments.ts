// Counts the payments of a filter and sums their amounts by currency. Summed in slices, so that a large store never blocks
// the process, newest first and up to a limit; results of a search are summed one by one.
import type { MoneySum } from "../storage/port/payment-list-records.js";
import type { Storage } from "../storage/port.js";
import { listPayments, type PaymentListFilter } from "./list-payments.js";
import { isServer } from "./read-slices.js";

export interface PaymentSums {
  count: number;
  /** By currency, most payments first. */
  sums: MoneySum[];
  /** False when the limit was reached: only the newest were summed. */
  isComplete: boolean;
}

type SummedFilter = Omit<PaymentListFilter, "limit" | "before" | "after" | "order"> & { merchantId: string };

const dayMs = 24 * 60 * 60 * 1000;
/** With more slices, the reads would cost more than the rows. */
const maxSlices = 400;
/** About ten milliseconds in all; a sum over a whole large store would take a quarter of a second per view of the list. */
const maxSummed = 20_000;
/** On a server, a slice with fewer payments than this is followed by a longer one: a round trip costs more than summing them. */
const fewInSlice = 1000;
const pageSize = 1000;
const maxSearched = 5000;

/** Counts and sums the payments of a store's list. */
export async function sumPayments({ storage }: { storage: Storage }, filter: SummedFilter): Promise<PaymentSums> {
  return filter.search === undefined || filter.search.trim() === ""
    ? sumSlices(storage, filter)
    : sumSearch(storage, filter);
}

async function sumSlices(storage: Storage, { search: _, ...filter }: SummedFilter): Promise<PaymentSums> {
  const edge = async (order: "oldest" | "newest") =>
    (await storage.read(({ payments }) => payments.list({ ...filter, order, limit: 1 })))[0]?.createdAt;
  const from = await edge("oldest");
  const last = await edge("newest");
  const total = new Map<string, MoneySum>();
  if (from === undefined || last === undefined) return sumsOf(total, true);
  const until = last + 1;
  const shortest = Math.max(dayMs, Math.ceil((until - from) / maxSlices));
  let step = shortest;
  let count = 0;
  for (let end = until; end > from; ) {
    if (count > maxSummed) return sumsOf(total, false);
    const start = Math.max(from, end - step);
    const found = await storage.read(({ payments }) =>
      payments.sumCreated({ ...filter, createdFrom: start, createdUntil: end }),
    );
    for (const sum of found) add(total, sum);
    const inSlice = found.reduce((sum, each) => sum + each.count, 0);
    count += inSlice;
    end = start;
    if (isServer(storage)) step = inSlice < fewInSlice ? 4 * step : Math.max(shortest, step / 4);
  }
  return sumsOf(total, true);
}

async function sumSearch(storage: Storage, filter: SummedFilter): Promise<PaymentSums> {
  const total = new Map<string, MoneySum>();
  let before: string | undefined;
  for (let seen = 0; seen < maxSearched; seen += pageSize) {
    const page = await listPayments({ storage }, { ...filter, before, limit: pageSize });
    for (const { currency, amountCents } of page) add(total, { currency, amountCents, count: 1 });
    before = page.at(-1)?.paymentId;
    if (page.length < pageSize) return sumsOf(total, true);
  }
  return sumsOf(total, false);
}

function add(total: Map<string, MoneySum>, { currency, count, amountCents }: MoneySum): void {
  const sum = total.get(currency) ?? { currency, count: 0, amountCents: 0 };
  total.set(currency, { currency, count: sum.count + count, amountCents: sum.amountCents + amountCents });
}

function sumsOf(total: Map<string, MoneySum>, isComplete: boolean): PaymentSums {
  const sums = [...total.values()].sort((one, other) => other.count - one.count);
  return { count: sums.reduce((count, sum) => count + sum.count, 0), sums, isComplete };
}
