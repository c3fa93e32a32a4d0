// Which payment an entry belongs to: rules as tables. An uncertain match is no match.
import { expect, test } from "vitest";
import type { Payment } from "../../src/domain/payment.js";
import { keysOfEntry, matchEntry } from "../../src/domain/statements/match-entry.js";
import { keyEnding, referenceKey } from "../../src/domain/statements/reference-key.js";
import { blankEntry, type StatementEntry } from "../../src/domain/statements/statement-entry.js";
import { barePayment } from "../storage/conformance/sample-records.js";

const pay = (paymentId: string, remittanceInfo: string, changes: Partial<Payment> = {}): Payment =>
  barePayment({ paymentId, remittanceInfo, orderId: `order of ${paymentId}`, ...changes });
const says = (...remittanceLines: string[]): StatementEntry => ({ ...blankEntry(), remittanceLines });

const long = pay("long", "PS-10045_x#7-Ab12Cd34");
const merchants = pay("merchants", "ORDER-1042");

test.each([
  ["as it was given", long, says("PS-10045_x#7-Ab12Cd34")],
  ["in wire form", long, says("PS-10045-x.7-Ab12Cd34")],
  ["in another case", long, says("ps-10045-X.7-AB12CD34")],
  ["with the bank's words around it", long, says("SVWZ+Rechnung PS-10045-x.7-Ab12Cd34 DATUM 05.03.2025, 10:22 UHR")],
  ["split over two lines", long, says("Bestellung PS-10045-x", ".7-Ab12Cd34 Danke")],
  ["split in the middle of a word", long, says("Bestellung PS-100", "45-x.7-Ab12C", "d34 Danke")],
  ["without separators", long, says("PS10045X7AB12CD34")],
  ["with blanks instead of separators", long, says("PS 10045 X 7 AB12CD34")],
  ["between letters that the bank put next to it", long, says("SVWZPS10045X7AB12CD34DANKE")],
  ["a merchant's own short one", merchants, says("Zahlung ORDER-1042 vielen Dank")],
  ["a merchant's own, split at the end of a line", merchants, says("Zahlung ORDER-10", "42")],
  ["a merchant's own, without its separator", merchants, says("zahlung order1042")],
  ["a structured reference", pay("rf", "RF18539007547034"), { ...says(), structuredReference: "RF18539007547034" }],
  [
    "the national one inside it",
    pay("inner", "5390-0754-7034"),
    { ...says(), structuredReference: "RF18539007547034" },
  ],
  ["in the end-to-end id", long, { ...says("Danke"), endToEndId: "PS-10045-X.7-AB12CD34" }],
  [
    "inside a creditor reference that MT940 runs into the next word",
    pay("glued", "5390-0754-7034"),
    { ...says("RF18 5390 0754", "7034 DANKE"), structuredReference: "RF18539007547034DANKE" },
  ],
  ["in the customer's reference", merchants, { ...says(), customerReference: "ORDER-1042" }],
  ["a bare number that is the whole text", pay("bare", "2025"), says("2025")],
])("finds a reference %s", (_, payment, entry) => {
  const others = [pay("other", "PS-10046-zz11yy22"), pay("another", "ORDER-2042")];
  expect(matchEntry(entry, [...others, payment])).toEqual({ kind: "match", payment });
});

test("the keys of an entry include the ending that its payment is stored under", () => {
  for (const [payment, entry] of [
    [long, says("Bestellung PS-100", "45-x.7-Ab12C", "d34 Danke")],
    [pay("short", "A-17"), says("Bestellung a17")],
  ] as const) {
    expect(keysOfEntry(entry).endings).toContain(keyEnding(referenceKey(payment.remittanceInfo)));
  }
});

test("finds the end-to-end id", () => {
  const payment = pay("direct", "PS-1-AAAABBBB", { endToEndId: "pay0m1n2b3v4" });
  expect(matchEntry({ ...says(), endToEndId: "PAY0M1N2B3V4" }, [payment])).toEqual({ kind: "match", payment });
});

test.each([
  ["a number that may be part of a longer one", pay("a", "ORDER-100"), says("ORDER-1001")],
  ["digits that stand next to digits", pay("b", "PS-10045-12345678"), says("REFPS10045123456789")],
  ["an order number among other words", pay("c", "ORDER-12"), says("Order 1, 2 pieces")],
  ["a year in a sentence", pay("d", "2025"), says("Rechnung 17 von 2025")],
  ["a word without a digit", pay("e", "DONATION"), says("Donation from Ana")],
  [
    "a reference in the sum of a batch",
    merchants,
    { ...says("ORDER-1042"), batch: { kind: "total" as const, totalCents: 1 } },
  ],
  ["the bank's own number of the entry", pay("g", "1042"), { ...says(), entryReference: "1042" }],
  ["a customer's reference that counts entries", pay("h", "1042"), { ...says(), customerReference: "1042" }],
  [
    "what is inside a reference with wrong check digits",
    pay("i", "5390-0754-7034"),
    { ...says(), structuredReference: "RF19539007547034" },
  ],
  [
    "the beginning of a run of characters that has valid check digits by chance",
    pay("j", "123456789"),
    { ...says("RF18123456789012"), structuredReference: "RF18123456789012" },
  ],
  ["an end-to-end id of one digit", pay("f", "PS-1-AAAABBBB", { endToEndId: "1" }), { ...says(), endToEndId: "1" }],
])("%s is not a match", (_, payment, entry) => {
  expect(matchEntry(entry, [payment]).kind).not.toBe("match");
});

test("two references in one text are ambiguous", () => {
  const other = pay("other", "PS-77-ZZZZYYYY");
  const result = matchEntry(says("PS-10045_x#7-Ab12Cd34 and PS-77-ZZZZYYYY"), [long, other]);
  expect(result).toEqual({ kind: "ambiguous", payments: [long, other] });
});

test("a reference that another payment's reference contains is the longer one only with its separators", () => {
  const [short, longer] = [pay("short", "ORDER-10"), pay("longer", "ORDER-10-42")];
  expect(matchEntry(says("pays ORDER-10-42"), [short, longer])).toEqual({ kind: "match", payment: longer });
  expect(matchEntry(says("pays ORDER-10 42 pieces"), [short, longer]).kind).toBe("ambiguous");
  expect(matchEntry(says("pays ORDER-10"), [short, longer])).toEqual({ kind: "match", payment: short });
});

test("end-to-end id and text that name different payments are ambiguous", () => {
  const direct = pay("direct", "PS-1-AAAABBBB", { endToEndId: "pay0m1n2b3v4" });
  expect(matchEntry({ ...says("ORDER-1042"), endToEndId: "pay0m1n2b3v4" }, [direct, merchants]).kind).toBe("ambiguous");
});

test("of several payments with one reference the open one matches when the others of its order ended without money", () => {
  const again = (paymentId: string, changes: Partial<Payment>) =>
    pay(paymentId, "ORDER-1042", { orderId: "1042", ...changes });
  const open = again("open", { state: "opened" });
  const match = (...others: Payment[]) => matchEntry(says("ORDER-1042"), [...others, open]);
  expect(match(again("old", { state: "expired" }), again("older", { state: "cancelled" }))).toEqual({
    kind: "match",
    payment: open,
  });
  expect(match(again("replaced", { state: "opened", supersededBy: "open" }))).toEqual({ kind: "match", payment: open });
  expect(match(again("paid", { state: "settled" })).kind).toBe("ambiguous");
  expect(match(again("second", { state: "created" })).kind).toBe("ambiguous");
  expect(match(again("foreign", { state: "expired", orderId: "1043" })).kind).toBe("ambiguous");
});
