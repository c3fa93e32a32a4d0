// Which payments are suggested for an entry without a match, and in which order.
import { expect, test } from "vitest";
import type { Payment } from "../../src/domain/payment.js";
import { blankEntry } from "../../src/domain/statements/statement-entry.js";
import { suggestPayments } from "../../src/domain/statements/suggest-payments.js";
import { barePayment } from "../storage/conformance/sample-records.js";

test("suggests the payment whose order follows a longer number that begins alike", () => {
  const entry = { ...blankEntry(), remittanceLines: ["47112 and 4711"] };
  const payment = barePayment({ paymentId: "order", orderId: "4711" });
  expect(suggestPayments(entry, [{ payment, isReferenced: false }]).map(({ reasons }) => reasons)).toEqual([["order"]]);
});

test("suggestions rank a reference before an order before an IBAN before an amount before a name", () => {
  const entry = {
    ...blankEntry(),
    remittanceLines: ["Order 4711 thanks"],
    amountCents: 1999,
    currency: "EUR",
    counterpartyName: "MUELLER, JÜRGEN",
    counterpartyIban: "DE02120300000000202051",
  };
  const of = (paymentId: string, changes: Partial<Payment>) =>
    barePayment({ paymentId, remittanceInfo: "x", orderId: `order of ${paymentId}`, amountCents: 1, ...changes });
  const suggestions = suggestPayments(entry, [
    { payment: of("name", { customerName: "Jurgen Mueller" }), isReferenced: false },
    { payment: of("amount", { amountCents: 1999 }), isReferenced: false },
    { payment: of("iban", {}), isReferenced: false, senderIban: "DE02120300000000202051" },
    { payment: of("order", { orderId: "4711" }), isReferenced: false },
    { payment: of("reference", {}), isReferenced: true },
    { payment: of("nothing", { orderId: "471" }), isReferenced: false },
    { payment: of("currency", { amountCents: 1999, currency: "USD" }), isReferenced: false },
  ]);
  expect(suggestions.map(({ payment, reasons }) => [payment.paymentId, reasons])).toEqual([
    ["reference", ["reference"]],
    ["order", ["order"]],
    ["iban", ["iban"]],
    ["amount", ["amount"]],
    ["name", ["name"]],
  ]);
});
