// Tests, for any order and repetition of reports: the recorded sum is the reported money, each arrival that
// was not due raises one alert, and no payment stays open whose money arrived. The oracle below counts
// independently.
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isAbsorbing } from "../../src/domain/payment-state.js";
import { applyProviderEvent } from "../../src/flows/apply-event.js";
import { receiveMoneyIn } from "../../src/flows/receive-money-in.js";
import { recordCreation } from "../../src/flows/record-transition.js";
import { memoryStorage } from "../../src/storage/memory/memory-storage.js";
import type { Storage } from "../../src/storage/port.js";
import { silentLogger } from "../silent-logger.js";
import { barePayment, noon, sampleAttempt, sampleStore } from "../storage/conformance/sample-records.js";
import { freshStorage, storageName } from "../storages.js";

const due = barePayment().amountCents;
const sources = ["att_bank", "att_card", "att_left", "no session", "person", "statement"] as const;

interface Arrival {
  source: (typeof sources)[number];
  /** Unique within its source. */
  reference: string;
  amountCents: number;
}

const anyArrivals: fc.Arbitrary<Arrival[]> = fc
  .uniqueArray(
    fc.record({
      source: fc.constantFrom(...sources),
      reference: fc.constantFrom("a1", "b2", "c3", "d4"),
      amountCents: fc.oneof(fc.constant(due), fc.integer({ min: 1, max: due + 50 })),
    }),
    { minLength: 1, maxLength: 7, selector: ({ source, reference }) => `${source} ${reference}` },
  )
  // A bank session that reports several parts, one of which is an entry, cannot tell which (docs/decisions/arrivals.md).
  .filter((arrivals) => {
    const isEntry = ({ amountCents }: Arrival) =>
      arrivals.some((entry) => entry.source === "statement" && entry.amountCents === amountCents);
    return arrivals.filter(isOfBank).every((one) => {
      const isOnly = arrivals.filter(({ source }) => source === one.source).length === 1;
      return isOnly || !isEntry(one);
    });
  });

function isOfBank({ source }: Arrival): boolean {
  return source === "att_bank" || source === "att_left";
}

/**
 * The money of these arrivals, each amount once: a statement entry and a bank session of one amount are the same money, in either order, and
 * each entry is that of one session.
 */
function amountsOf(arrivals: readonly Arrival[]): number[] {
  const ofSessions = arrivals.filter(isOfBank).map(({ amountCents }) => amountCents);
  const unmatched = arrivals
    .filter((arrival) => !isOfBank(arrival))
    .filter(({ source, amountCents }) => {
      const place = source === "statement" ? ofSessions.indexOf(amountCents) : -1;
      if (place >= 0) ofSessions.splice(place, 1);
      return place < 0;
    });
  return [...arrivals.filter(isOfBank), ...unmatched].map(({ amountCents }) => amountCents);
}

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * The order in which arrivals are reported, each at least once, and how reference and currency are written
 * each time.
 */
const anyReports = anyArrivals.chain((arrivals) => {
  const places = fc.array(fc.nat(arrivals.length - 1), { maxLength: 10 });
  return fc.tuple(
    fc.constant(arrivals),
    places.chain((repeats) =>
      fc.shuffledSubarray([...arrivals.keys(), ...repeats], { minLength: arrivals.length + repeats.length }),
    ),
    fc.constantFrom(...(["created", "opened", "transfer_instructed", "at_provider", "submitted"] as const)),
    fc.func(fc.boolean()),
  );
});

const dependencies = (storage: Storage) => ({
  storage,
  clock: { now: () => noon },
  randomBytes,
  logger: silentLogger,
  announce() {},
});

async function prepare(storage: Storage, paymentId: string, state: "created") {
  await storage.write(async (records) => {
    await records.stores.insertIfAbsent(sampleStore());
    const payment = barePayment({ paymentId, orderId: paymentId, state, expiresAt: noon + 1000 });
    await recordCreation(dependencies(storage), records, payment, sampleStore());
    for (const name of ["att_left", "att_card", "att_bank"]) {
      const kind = name === "att_card" ? "card" : "hosted_bank";
      const attemptId = `${paymentId} ${name}`;
      await records.attempts.insert(sampleAttempt({ attemptId, paymentId, kind, sessionId: attemptId }));
    }
  });
}

async function report(storage: Storage, paymentId: string, arrival: Arrival, isUpperCase: boolean): Promise<void> {
  const { source, amountCents } = arrival;
  // The same text in another source is another arrival; in another spelling it is the same one.
  const reference = isUpperCase ? ` ${arrival.reference.toUpperCase()} ${source}` : `${arrival.reference}${source}`;
  const currency = isUpperCase ? barePayment().currency.toLowerCase() : barePayment().currency;
  if (source === "person" || source === "statement") {
    const statementEntryId = source === "statement" ? `ent_${arrival.reference}` : undefined;
    await storage.write(async (records) => {
      const payment = await records.payments.find(paymentId);
      if (payment === undefined) throw new Error("no payment");
      const money = { amountCents, currency, reference, statementEntryId, actor: "op", reason: "seen" };
      await receiveMoneyIn(dependencies(storage), records, payment, money);
    });
    return;
  }
  const attemptId = source === "no session" ? undefined : `${paymentId} ${source}`;
  const type = amountCents < due ? "settlement.partial" : "settlement.confirmed";
  await applyProviderEvent(
    dependencies(storage),
    paymentId,
    { type, amountCents, currency, reference },
    { ...(attemptId !== undefined && { attemptId }) },
  );
}

test.each([
  [storageName, () => freshStorage()],
  ["memory", memoryStorage],
] as const)(
  "the recorded sum is the reported money, each duplicate raises one alert, no paid payment stays open (%s)",
  async (_, open) => {
    const storage = open();
    await storage.open();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(anyReports, async ([arrivals, order, state, isUpperCase]) => {
        count += 1;
        const paymentId = `pay_${count}`;
        // Any open state; the transition graph is not involved.
        await prepare(storage, paymentId, state as "created");
        const known = new Set<number>();
        let sum = 0;
        const expected = { duplicate_payment: 0, over_paid: 0 };
        for (const [place, index] of order.entries()) {
          const arrival = arrivals[index];
          if (arrival === undefined) throw new Error("no arrival");
          await report(storage, paymentId, arrival, isUpperCase(place));
          if (known.has(index)) continue;
          known.add(index);
          const isPaidBefore = sum >= due;
          const before = sum;
          sum = total(amountsOf([...known].flatMap((place) => arrivals[place] ?? [])));
          if (sum === before) continue;
          if (isPaidBefore) expected[arrival.amountCents >= due ? "duplicate_payment" : "over_paid"] += 1;
          else if (sum > due) expected.over_paid += 1;
          const payment = await storage.read((records) => records.payments.find(paymentId));
          expect(isAbsorbing(payment?.state ?? "created")).toBe(sum >= due);
        }
        const recorded = await storage.read((records) => records.arrivals.list(paymentId));
        expect(total(recorded.map(({ amountCents }) => amountCents))).toBe(sum);
        expect(recorded).toHaveLength(amountsOf(arrivals).length);
        const alerts = await storage.read((records) => records.alerts.listOfPayment(paymentId));
        const raised = (type: string) => alerts.filter((alert) => alert.type === type).length;
        expect([raised("duplicate_payment"), raised("over_paid")]).toEqual([
          expected.duplicate_payment,
          expected.over_paid,
        ]);
        expect(alerts.filter(({ type, resolvedAt }) => type === "under_paid" && resolvedAt === undefined)).toHaveLength(
          sum < due ? 1 : 0,
        );
      }),
      { numRuns: 150 },
    );
    await storage.close();
  },
);
