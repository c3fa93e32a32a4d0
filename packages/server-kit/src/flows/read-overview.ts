// Figures of the panel's overview: payments by day, conversion by method, and the state of the latest deliveries. Days are read in
// slices, so that a large store never blocks the process; deliveries are sampled from the latest payments, for the same reason.
import type { Environment } from "../domain/environment.js";
import type { PaymentMethod } from "../domain/payment-method.js";
import { hasEnded, isBeforeChoice, type PaymentState } from "../domain/payment-state.js";
import type { Storage } from "../storage/port.js";
import { listPayments } from "./list-payments.js";
import type { PaymentSummary } from "./payment-summary.js";
import { readSlices } from "./read-slices.js";

export interface Overview {
  /** Oldest first; days in UTC. */
  days: { startsAt: number; paid: number; open: number; ended: number }[];
  methods: { method: PaymentMethod | "undecided"; sessions: number; paid: number }[];
  deliveries: {
    /** Number of sampled payments. */
    transactions: number;
    delivered: number;
    waiting: number;
    failed: number;
  };
  /** The newest payments with an alert or a failed webhook. */
  attention: PaymentSummary[];
  /** Paid amounts by currency, most payments first. */
  money: PaidMoney[];
}

/** Paid amounts in one currency, by day of payment. Minor units. */
export interface PaidMoney {
  currency: string;
  count: number;
  amountCents: number;
  /** The preceding period of the same length. */
  previousCount: number;
  previousAmountCents: number;
  /** The same days as in the overview. */
  byDay: { count: number; amountCents: number }[];
}

/** Days of UTC. */
export interface DayRange {
  /** Start of the first day, epoch milliseconds. */
  from: number;
  days: number;
}

const dayMs = 24 * 60 * 60 * 1000;
const sampledTransactions = 100;
const shownAttention = 5;

/** The figures of one store and environment for the days of the range. */
export async function readOverview(
  { storage }: { storage: Storage },
  { merchantId, environment, ...range }: { merchantId: string; environment: Environment } & DayRange,
): Promise<Overview> {
  const byDay: Overview["days"] = [];
  const byMethod = new Map<PaymentMethod | "undecided", { sessions: number; paid: number }>();
  const days = daysOf(range);
  const countsByDay = await readSlices(storage, days, ({ payments }, startsAt) =>
    payments.countCreated({ merchantId, environment, from: startsAt, until: startsAt + dayMs }),
  );
  for (const [index, startsAt] of days.entries()) {
    const counts = countsByDay[index] ?? [];
    const day = { startsAt, paid: 0, open: 0, ended: 0 };
    for (const { paymentMethod, isRequested, state, count } of counts) {
      day[outcomeOf(state)] += count;
      const isUndecided = !isRequested && isBeforeChoice(state);
      const method = isUndecided ? "undecided" : paymentMethod;
      const figures = byMethod.get(method) ?? { sessions: 0, paid: 0 };
      figures.sessions += count;
      if (state === "settled") figures.paid += count;
      byMethod.set(method, figures);
    }
    byDay.push(day);
  }
  return {
    days: byDay,
    methods: [...byMethod]
      .map(([method, figures]) => ({ method, ...figures }))
      .sort((one, other) => other.sessions - one.sessions),
    deliveries: await readDeliveries(storage, merchantId, environment),
    attention: await listPayments(
      { storage },
      { merchantId, environment, needsAttention: true, limit: shownAttention },
    ),
    money: await readMoney(storage, { merchantId, environment, ...range }),
  };
}

async function readMoney(
  storage: Storage,
  { merchantId, environment, ...range }: { merchantId: string; environment: Environment } & DayRange,
): Promise<PaidMoney[]> {
  const sumsOf = (ofRange: DayRange) =>
    readSlices(storage, daysOf(ofRange), ({ payments }, startsAt) =>
      payments.sumSettled({ merchantId, environment, from: startsAt, until: startsAt + dayMs }),
    );
  const found = new Map<string, PaidMoney>();
  const moneyIn = (currency: string): PaidMoney => {
    const byDay = Array.from({ length: range.days }, () => ({ count: 0, amountCents: 0 }));
    const nothing = { count: 0, amountCents: 0, previousCount: 0, previousAmountCents: 0 };
    const money = found.get(currency) ?? { currency, ...nothing, byDay };
    found.set(currency, money);
    return money;
  };
  for (const [index, sums] of (await sumsOf(range)).entries()) {
    for (const { currency, count, amountCents } of sums) {
      const money = moneyIn(currency);
      money.count += count;
      money.amountCents += amountCents;
      money.byDay[index] = { count, amountCents };
    }
  }
  const previous = await sumsOf({ ...range, from: range.from - range.days * dayMs });
  for (const { currency, count, amountCents } of previous.flat()) {
    const money = moneyIn(currency);
    money.previousCount += count;
    money.previousAmountCents += amountCents;
  }
  const countOf = ({ count, previousCount }: PaidMoney) => count + previousCount;
  return [...found.values()].sort((one, other) => countOf(other) - countOf(one));
}

function daysOf({ from, days }: DayRange): number[] {
  return Array.from({ length: days }, (_, index) => from + index * dayMs);
}

async function readDeliveries(
  storage: Storage,
  merchantId: string,
  environment: Environment,
): Promise<Overview["deliveries"]> {
  return storage.read(async (records) => {
    const payments = await records.payments.list({ merchantId, environment, limit: sampledTransactions });
    const counts = await records.deliveries.countByStateOfPayments(payments.map(({ paymentId }) => paymentId));
    const { delivered = 0, pending = 0, sending = 0, exhausted = 0, dead = 0, parked = 0 } = counts;
    // A cancelled delivery belonged to a deleted store, which is not a failure of the endpoint.
    return {
      transactions: payments.length,
      delivered,
      waiting: pending + sending,
      failed: exhausted + dead + parked,
    };
  });
}

function outcomeOf(state: PaymentState): "paid" | "open" | "ended" {
  if (state === "settled") return "paid";
  return hasEnded(state) ? "ended" : "open";
}
