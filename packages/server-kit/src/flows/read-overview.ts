// Figures for the panel's overview: sessions by day, conversion by method, and how the latest deliveries fare. Each day is a read of its
// own, so that a large store never holds up the process; deliveries are looked at for the latest transactions only, for the same reason.
import type { Clock } from "../domain/clock.js";
import type { Environment } from "../domain/environment.js";
import type { PaymentMethod } from "../domain/payment-method.js";
import type { PaymentState } from "../domain/payment-state.js";
import type { Storage } from "../storage/port.js";
import { listPayments, type PaymentSummary } from "./read-payment.js";

export interface Overview {
  /** Oldest first; a day is one of UTC. */
  days: { startsAt: number; paid: number; open: number; ended: number }[];
  methods: { method: PaymentMethod | "undecided"; sessions: number; paid: number }[];
  deliveries: {
    /** How many transactions were looked at. */
    transactions: number;
    delivered: number;
    waiting: number;
    failed: number;
  };
  /** The newest transactions with an alert or a webhook that did not arrive. */
  attention: PaymentSummary[];
}

const dayMs = 24 * 60 * 60 * 1000;
const sampledTransactions = 100;
const shownAttention = 5;

export async function readOverview(
  { storage, clock }: { storage: Storage; clock: Clock },
  { merchantId, environment, days }: { merchantId: string; environment: Environment; days: number },
): Promise<Overview> {
  const today = Math.floor(clock.now() / dayMs) * dayMs;
  const byDay: Overview["days"] = [];
  const byMethod = new Map<PaymentMethod | "undecided", { sessions: number; paid: number }>();
  for (let startsAt = today - (days - 1) * dayMs; startsAt <= today; startsAt += dayMs) {
    const counts = await storage.read((records) =>
      records.payments.countCreated({ merchantId, environment, from: startsAt, until: startsAt + dayMs }),
    );
    const day = { startsAt, paid: 0, open: 0, ended: 0 };
    for (const { paymentMethod, isRequested, state, count } of counts) {
      day[outcomeOf(state)] += count;
      const isUndecided = !isRequested && (state === "created" || state === "opened");
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
  };
}

/** The mode in which the store has the latest transaction; live when there is none at all. */
export async function latestMode({ storage }: { storage: Storage }, merchantId: string): Promise<Environment> {
  const [latest] = await storage.read((records) => records.payments.list({ merchantId, limit: 1 }));
  return latest?.environment ?? "live";
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
    // A cancelled delivery had no address to go to, which is no sign of anything.
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
  return state === "declined" || state === "cancelled" || state === "expired" ? "ended" : "open";
}
