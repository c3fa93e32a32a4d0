// Money that is reported under several references (the session's, the settlement's, the bank statement's) is one arrival, however often and in
// which order it is reported (docs/decisions/arrivals.md).
import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import type { ProviderEvent } from "../../src/domain/evidence.js";
import { applyProviderEvent } from "../../src/flows/apply-event.js";
import { receiveMoneyIn } from "../../src/flows/receive-money-in.js";
import { recordCreation } from "../../src/flows/record-transition.js";
import { silentLogger } from "../silent-logger.js";
import { barePayment, noon, sampleAttempt, sampleStore } from "../storage/conformance/sample-records.js";
import { freshStorage } from "../storages.js";

const paymentId = "pay_1";
const attemptId = "att_bank";
const store = sampleStore({
  openBankTransfer: { ...sampleStore().openBankTransfer, confirmationMode: "provider_success" },
});

async function openPayment() {
  const storage = freshStorage();
  await storage.open();
  onTestFinished(() => storage.close());
  const dependencies = { storage, clock: { now: () => noon }, randomBytes, logger: silentLogger, announce() {} };
  await storage.write(async (records) => {
    await records.stores.insertIfAbsent(store);
    const payment = barePayment({ paymentId, amountCents: 1999, currency: "EUR", state: "at_provider" });
    await recordCreation(dependencies, records, payment, store);
    await records.attempts.insert(sampleAttempt({ attemptId, paymentId, kind: "hosted_bank" }));
  });
  const seen = (reported: { amountCents: number; reference: string; statementEntryId?: string }) =>
    storage.write(async (records) => {
      const payment = await records.payments.find(paymentId);
      if (payment === undefined) throw new Error("no payment");
      await receiveMoneyIn(dependencies, records, payment, {
        ...reported,
        currency: "EUR",
        actor: "op",
        reason: "seen",
      });
    });
  return {
    /** A report of the session: the event, its amount and reference. */
    session: (type: ProviderEvent["type"], amountCents: number | undefined, reference: string | undefined) =>
      applyProviderEvent(dependencies, paymentId, { type, amountCents, reference }, { attemptId }),
    /** A report of a host that names no session. */
    host: (type: ProviderEvent["type"], amountCents: number | undefined, reference: string) =>
      applyProviderEvent(dependencies, paymentId, { type, amountCents, reference }),
    entry: (statementEntryId: string, amountCents: number, reference: string) =>
      seen({ statementEntryId, amountCents, reference }),
    person: (amountCents: number, reference: string) => seen({ amountCents, reference }),
    result: () =>
      storage.read(async (records) => ({
        state: (await records.payments.find(paymentId))?.state,
        amounts: (await records.arrivals.list(paymentId)).map(({ amountCents }) => amountCents),
        alerts: (await records.alerts.listOfPayment(paymentId))
          .filter(({ resolvedAt }) => resolvedAt === undefined)
          .map(({ type }) => type),
      })),
  };
}

type Opened = Awaited<ReturnType<typeof openPayment>>;
type Step = (payment: Opened) => Promise<unknown>;

const success: Step = ({ session }) => session("provider.success", 1999, "PAY-1");
const settlement: Step = ({ session }) => session("settlement.confirmed", 1999, "STMT-9");
const entry: Step = (payment) => payment.entry("ent_1", 1999, "BANK-7");
const half: Step = ({ session }) => session("settlement.partial", 1000, "STMT-9");
const hostSuccess =
  (reference: string, amountCents: number | undefined = 1999): Step =>
  ({ host }) =>
    host("provider.success", amountCents, reference);
const hostSettlement =
  (reference: string): Step =>
  ({ host }) =>
    host("settlement.confirmed", 1999, reference);
const settled = { state: "settled", amounts: [1999], alerts: [] };
const paidTwice = { state: "settled", amounts: [1999, 1999], alerts: ["duplicate_payment"] };

test.each<[claim: string, steps: Step[], expected: { state: string; amounts: number[]; alerts: string[] }]>([
  [
    "a success without an amount after a part of its session announces the rest, which is settled next",
    [
      half,
      ({ session }) => session("provider.success", undefined, "PAY-1"),
      ({ session }) => session("settlement.partial", 999, "STMT-10"),
    ],
    { state: "settled", amounts: [1000, 999], alerts: [] },
  ],
  ["a success reported after its settlement is the same arrival", [settlement, settlement, success, success], settled],
  [
    "a success of a host that is reported after its settlement is the same arrival",
    [hostSettlement("S1"), hostSuccess("P1"), hostSuccess("P1"), hostSettlement("S1")],
    settled,
  ],
  [
    "a success of a host without an amount after its settlement is the same arrival",
    [hostSettlement("S1"), hostSuccess("P1", undefined)],
    settled,
  ],
  [
    "a second success of a host after one settlement is a second payment, and its settlement confirms it",
    [hostSettlement("S1"), hostSuccess("P1"), hostSuccess("P2"), hostSettlement("S2")],
    paidTwice,
  ],
  [
    "a settlement of a host, and then the success and the settlement of another one, are two payments",
    [
      hostSettlement("S1"),
      hostSuccess("S2"),
      hostSettlement("S2"),
      hostSuccess("S2"),
      hostSettlement("S2"),
      hostSettlement("S1"),
    ],
    paidTwice,
  ],
  [
    "a host's success and settlement that are reported within those of another payment are two payments",
    [hostSettlement("S1"), hostSuccess("S2"), hostSettlement("S2"), hostSuccess("S1")],
    paidTwice,
  ],
  [
    "a settlement of a host that is repeated under the reference of its announcement is the same arrival",
    [hostSuccess("P1"), hostSettlement("S1"), hostSettlement("P1")],
    settled,
  ],
  [
    "two settlements of a host, and then both successes, are two payments",
    [hostSettlement("S1"), hostSettlement("S2"), hostSuccess("P1"), hostSuccess("P2")],
    paidTwice,
  ],
  [
    "a settlement of a host that was announced, another one, and the announcement of that one, are two payments",
    [hostSuccess("P1"), hostSettlement("S1"), hostSettlement("S2"), hostSuccess("P2")],
    paidTwice,
  ],
  [
    "two amounts of two sources may be one transfer until each has its statement entry",
    [
      ({ person }) => person(1000, "R1"),
      ({ session }) => session("settlement.partial", 1000, "S1"),
      (payment) => payment.entry("ent_1", 1000, "R1"),
    ],
    { state: "settled", amounts: [1000, 1000], alerts: ["over_paid", "possibly_counted_twice"] },
  ],
  [
    "two amounts of two sources, each with its statement entry, are two transfers",
    [
      ({ person }) => person(1000, "R1"),
      ({ session }) => session("settlement.partial", 1000, "S1"),
      (payment) => payment.entry("ent_1", 1000, "R1"),
      (payment) => payment.entry("ent_2", 1000, "S1"),
    ],
    { state: "settled", amounts: [1000, 1000], alerts: ["over_paid"] },
  ],
  [
    "the entry may come before the reports of a host",
    [entry, hostSuccess("P1"), hostSettlement("S1"), hostSuccess("P1"), hostSettlement("S1")],
    settled,
  ],
  [
    "a second success of a host after an entry that was announced is a second payment",
    [entry, hostSuccess("P1"), hostSuccess("P2")],
    paidTwice,
  ],
  ["a settlement of a host after an entry is a second payment, as before it", [entry, hostSettlement("S1")], paidTwice],
  ["an entry after a settlement of a host is a second payment", [hostSettlement("S1"), entry], paidTwice],
  [
    "a success reported after the settlements of all parts of its session announces them",
    [
      half,
      ({ session }) => session("settlement.partial", 999, "STMT-10"),
      ({ session }) => session("provider.success", undefined, "PAY-1"),
    ],
    { state: "settled", amounts: [1000, 999], alerts: [] },
  ],
  [
    "a success of a host reported after the settlements of all parts announces them",
    [
      ({ host }) => host("settlement.partial", 1000, "S1"),
      ({ host }) => host("settlement.partial", 999, "S2"),
      hostSuccess("P1"),
    ],
    { state: "settled", amounts: [1000, 999], alerts: [] },
  ],
  [
    "a second success after a settlement that was announced is a second payment",
    [success, settlement, ({ session }) => session("provider.success", 1999, "PAY-2")],
    { state: "settled", amounts: [1999, 1999], alerts: ["duplicate_payment"] },
  ],
  ["a settlement reported again is the arrival that it confirmed", [success, settlement, settlement], settled],
  [
    "a settlement of less reported again is the arrival that it corrected",
    [success, ...Array(2).fill(({ session }: Opened) => session("settlement.confirmed", 1500, "STMT-9"))],
    { state: "settled", amounts: [1500], alerts: ["under_paid"] },
  ],
  [
    "the announcement reported again after less was settled changes nothing",
    [success, ({ session }) => session("settlement.confirmed", 1500, "STMT-9"), success],
    { state: "settled", amounts: [1500], alerts: ["under_paid"] },
  ],
  [
    "half of the money, announced and then confirmed twice, does not settle the payment",
    [({ session }) => session("provider.success", 1000, "PAY-1"), half, half],
    { state: "submitted", amounts: [1000], alerts: ["under_paid"] },
  ],
  [
    "a settlement after the statement entry of its money confirms it",
    [success, entry, settlement, settlement],
    settled,
  ],
  [
    "a settlement without a reference after the statement entry confirms it",
    [success, entry, ({ session }) => session("settlement.confirmed", undefined, undefined)],
    settled,
  ],
  ["the entry may come before the session's reports", [entry, success, settlement, success, settlement], settled],
  [
    "a person may record it under the entry's reference",
    [success, entry, ({ person }) => person(1999, "bank-7")],
    settled,
  ],
  [
    "a person may record it under the settlement's reference",
    [success, settlement, ({ person }) => person(1999, "STMT-9")],
    settled,
  ],
  [
    "a part under a reference of its own is further money, also after the entry and the settlement of the first",
    [
      ({ session }) => session("provider.success", 1000, "PAY-1"),
      (payment) => payment.entry("ent_1", 1000, "BANK-7"),
      half,
      ({ session }) => session("settlement.partial", 999, "STMT-10"),
      half,
    ],
    { state: "settled", amounts: [1000, 999], alerts: [] },
  ],
  [
    "a second equal settlement under another reference is further money",
    [success, settlement, ({ session }) => session("settlement.confirmed", 1999, "STMT-10")],
    { state: "settled", amounts: [1999, 1999], alerts: ["duplicate_payment"] },
  ],
  [
    "a settlement confirms the announced part of its amount",
    [
      ({ session }) => session("provider.success", 1000, "PAY-1"),
      ({ session }) => session("provider.success", 999, "PAY-2"),
      ({ session }) => session("settlement.partial", 999, "STMT-2"),
    ],
    { state: "settled", amounts: [1000, 999], alerts: [] },
  ],
])("%s", async (_, steps, expected) => {
  const payment = await openPayment();
  for (const step of steps) await step(payment);
  expect(await payment.result()).toEqual(expected);
});
