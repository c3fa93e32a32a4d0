// Which reports are about one arrival (repeated, completed later, proven by a statement), and which are further money.
import { expect, test } from "vitest";
import {
  classifyArrival,
  isAllMoneyReturned,
  isAmountReturned,
  type ReportedMoney,
  receivedCents,
} from "../../src/domain/arrival.js";
import type { PaymentArrival } from "../../src/domain/payment.js";
import { noon, sampleArrival } from "../storage/conformance/sample-records.js";

const payment = { amountCents: 1999, currency: "EUR" };
const known = (changes: Partial<PaymentArrival> = {}) =>
  sampleArrival({
    ...{ source: "provider", attemptId: "bank", statementEntryId: undefined, reference: "R1" },
    ...{ otherReferences: undefined, amountCents: 1999, currency: "EUR", isProven: false, isConfirmed: false },
    ...changes,
  });
const reportedMoney = (changes: Partial<ReportedMoney>): ReportedMoney => ({
  ...{ source: "provider", attemptId: undefined, statementEntryId: undefined, reference: undefined },
  ...{ amountCents: undefined, currency: "EUR", isProven: false, receivedAt: undefined },
  ...changes,
});
const entry = { source: "statement", statementEntryId: "ent_1", amountCents: 1999, isProven: true } as const;
/** An entry that was imported before any session reported its money. */
const imported = { source: "statement", attemptId: undefined, statementEntryId: "ent_1", isProven: true } as const;
const seen = { source: "person", amountCents: 1999, isProven: true } as const;

test.each<[claim: string, before: Partial<PaymentArrival>, changes: Partial<ReportedMoney>, kind: string]>([
  ["the same session and reference", {}, { attemptId: "bank", reference: "r 1" }, "repeated"],
  ["the same session, another reference", {}, { attemptId: "bank", reference: "R2" }, "new"],
  ["another session, the same reference", {}, { attemptId: "card", reference: "R1" }, "new"],
  ["another session, no reference", {}, { attemptId: "card" }, "new"],
  ["the same session, no reference", {}, { attemptId: "bank" }, "repeated"],
  [
    "the same session, a reference learned later",
    { reference: undefined },
    { attemptId: "bank", reference: "R1" },
    "repeated",
  ],
  ["neither session nor reference", {}, {}, "repeated"],
  ["no session, the same reference", {}, { reference: "R1" }, "repeated"],
  ["no session, another reference", {}, { reference: "R2" }, "new"],
  [
    "the settlement of the session, another reference",
    {},
    { attemptId: "bank", reference: "B", isProven: true },
    "repeated",
  ],
  ["the settlement of the session, less", {}, { attemptId: "bank", amountCents: 1500, isProven: true }, "corrected"],
  ["the same reference, another amount", {}, { attemptId: "bank", reference: "R1", amountCents: 5 }, "contradicted"],
  ["another currency", {}, { attemptId: "bank", reference: "R1", currency: "USD" }, "new"],
  ["an entry of a bank session's announced money", {}, entry, "repeated"],
  ["an entry of a bank session's settled money", { isProven: true }, entry, "repeated"],
  ["a second entry of it", { statementEntryId: "ent_0" }, entry, "new"],
  ["the same entry", { statementEntryId: "ent_1" }, entry, "repeated"],
  ["an entry of another amount", {}, { ...entry, amountCents: 1998 }, "new"],
  ["an entry, while a card session has paid", { attemptId: "card" }, entry, "new"],
  [
    "an entry of what a person recorded under its reference",
    { source: "person", attemptId: undefined },
    { ...entry, reference: "R1" },
    "repeated",
  ],
  ["an entry, while a person recorded something else", { source: "person", attemptId: undefined }, entry, "new"],
  [
    "a bank session, after the entry of its money",
    imported,
    { attemptId: "bank", reference: "S", amountCents: 1999, isProven: true },
    "repeated",
  ],
  ["a bank session's success without an amount, after the entry", imported, { attemptId: "bank" }, "repeated"],
  [
    "the same session again, under another reference than the entry's",
    { ...imported, attemptId: "bank" },
    { attemptId: "bank", reference: "S" },
    "repeated",
  ],
  [
    "another session, after the entry of the first one's money",
    { ...imported, attemptId: "bank" },
    { attemptId: "other" },
    "new",
  ],
  [
    "a bank session's other amount, after an entry",
    imported,
    { attemptId: "bank", reference: "S", amountCents: 5 },
    "new",
  ],
  ["a card session, after an entry", imported, { attemptId: "card" }, "new"],
  ["a person, the same reference and amount", {}, { ...seen, reference: "R1" }, "repeated"],
  ["a person, the same reference, another amount", {}, { ...seen, reference: "R1", amountCents: 5 }, "new"],
  ["a person, no reference", {}, seen, "new"],
  [
    "a person, no reference, the same time",
    { source: "person", attemptId: undefined, reference: undefined, receivedAt: noon },
    { ...seen, receivedAt: noon },
    "repeated",
  ],
])("%s", (_, before, changes, kind) => {
  const classified = classifyArrival(
    payment,
    [known(before)],
    reportedMoney(changes),
    (attemptId) => attemptId === "card",
  );
  expect(classified.kind).toBe(kind);
});

test("a success without an amount covers the missing amount", () => {
  const part = known({ amountCents: 1500 });
  const classify = (changes: Partial<ReportedMoney>) =>
    classifyArrival(payment, [part], reportedMoney(changes), () => false);
  expect(classify({ isProven: true })).toEqual({ kind: "new", amountCents: 499 });
  expect(classify({ attemptId: "other" })).toEqual({ kind: "new", amountCents: 1999 });
  expect(classify({ reference: "R2" })).toEqual({ kind: "new", amountCents: 1999 });
});

test("later facts of an arrival are stored: its reference, its entry, its proof, a corrected amount", () => {
  const bare = known({ reference: undefined });
  const classify = (changes: Partial<ReportedMoney>) =>
    classifyArrival(payment, [bare], reportedMoney(changes), () => false);
  expect(classify({ attemptId: "bank", reference: "R1" })).toMatchObject({
    arrival: { reference: "R1", isProven: false },
  });
  expect(classify(entry)).toMatchObject({ arrival: { statementEntryId: "ent_1", isProven: true } });
  const less = { attemptId: "bank", isProven: true, amountCents: 1500 };
  expect(classify(less)).toMatchObject({ arrival: { amountCents: 1500, isProven: true } });
});

test("an entry that came before its session's report belongs to that session from then on", () => {
  const early = known(imported);
  const classified = classifyArrival(
    payment,
    [early],
    reportedMoney({ attemptId: "bank", reference: "S" }),
    () => false,
  );
  expect(classified).toMatchObject({
    kind: "repeated",
    arrival: { attemptId: "bank", statementEntryId: "ent_1", reference: "R1", isProven: true },
  });
});

test("a success without session, reference and amount that is repeated after a return is no further money", () => {
  const returned = [{ statementEntryId: "ent_9", amountCents: 1999, currency: "EUR", returnedAt: noon }];
  const paid = known({ attemptId: undefined, reference: undefined });
  expect(classifyArrival(payment, [paid], reportedMoney({}), () => false, returned).kind).toBe("repeated");
});

test("a statement entry gives the arrival that it proves its day: what the bank returned before takes nothing from it", () => {
  const day = 24 * 60 * 60 * 1000;
  const returned = [{ statementEntryId: "ent_9", amountCents: 1999, currency: "EUR", returnedAt: noon - 2 * day }];
  const announced = known({ receivedAt: noon });
  expect(receivedCents(payment, [announced], returned)).toBe(0);
  const reported = reportedMoney({ ...entry, receivedAt: noon - day });
  const { arrival } = classifyArrival(payment, [announced], reported, () => false, returned) as {
    arrival: PaymentArrival;
  };
  expect(arrival).toMatchObject({ source: "provider", statementEntryId: "ent_1", receivedAt: noon - day });
  expect(receivedCents(payment, [arrival], returned)).toBe(1999);
});

test("an announcement of another amount than the statement entry proved contradicts it, until the settlement has corrected it", () => {
  const proven = known({ isProven: true, statementEntryId: "ent_1" });
  const announcement = reportedMoney({ attemptId: "bank", reference: "R1", amountCents: 2500 });
  const classify = (one: PaymentArrival) => classifyArrival(payment, [one], announcement, () => false).kind;
  expect([classify(proven), classify({ ...proven, isConfirmed: true })]).toEqual(["contradicted", "repeated"]);
});

test.each<[claim: string, cents: readonly (readonly [string, number])[], back: [string, number][], boolean, boolean]>([
  ["nothing was returned", [["EUR", 1999]], [], false, false],
  ["a part was returned", [["EUR", 1999]], [["EUR", 1998]], false, false],
  ["the amount was returned", [["EUR", 1999]], [["EUR", 1999]], true, true],
  [
    "the amount was returned, other money was not",
    [
      ["EUR", 1999],
      ["USD", 500],
    ],
    [["EUR", 1999]],
    true,
    false,
  ],
  ["only other money arrived, and was returned", [["USD", 500]], [["USD", 500]], false, true],
  ["a person resolved it as paid, a part was returned", [], [["EUR", 500]], false, false],
  ["a person resolved it as paid, the amount was returned", [], [["EUR", 1999]], true, true],
])("of a payment of which %s, the amount and all money are told apart", (_, arrived, back, isAmount, isAll) => {
  const arrivals = arrived.map(([currency, amountCents]) => known({ currency, amountCents, receivedAt: noon }));
  const returned = back.map(([currency, amountCents]) => ({
    ...{ statementEntryId: "ent_9", amountCents, currency, returnedAt: noon + 1 },
  }));
  expect([isAmountReturned(payment, arrivals, returned), isAllMoneyReturned(payment, arrivals, returned)]).toEqual([
    isAmount,
    isAll,
  ]);
});
