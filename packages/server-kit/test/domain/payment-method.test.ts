// Which wire names mean which method, and for whom a store's switch opens it (spec/rules.md#initialize, 9).
import { expect, test } from "vitest";
import {
  defaultPaymentMethod,
  isMethodOpen,
  normalizePaymentMethod,
  paymentMethods,
} from "../../src/domain/payment-method.js";
import { openApiDocument } from "../../src/http/generated/openapi.js";

test.each([
  ["qr_pay", "qr_pay"],
  ["open_bank_transfer", "open_bank_transfer"],
  ["card_processing", "card_processing"],
  ["bank_transfer", "bank_transfer"],
  ["manual_transfer", "bank_transfer"],
  ["manual_pay", "bank_transfer"],
  ["manual", "bank_transfer"],
])("%s means %s", (wireName, method) => {
  expect(normalizePaymentMethod(wireName)).toBe(method);
});

test.each(["", "QR_PAY", "qr_pay ", "card", "constructor", "__proto__", "toString", "hasOwnProperty"])(
  "%j is not a payment method",
  (wireName) => {
    expect(normalizePaymentMethod(wireName)).toBeUndefined();
  },
);

test("the contract's methods are the domain's, and each name that it takes means one of them", () => {
  // This is where an OpenAPI document has them.
  const { schemas } = openApiDocument.components as { schemas: Record<string, { enum: string[] }> };
  expect(schemas.PaymentMethod?.enum.toSorted()).toEqual(paymentMethods.toSorted());
  expect(new Set(schemas.PaymentMethodInput?.enum.map(normalizePaymentMethod))).toEqual(new Set(paymentMethods));
});

test("normalising twice equals normalising once, and the default is a method", () => {
  for (const method of paymentMethods) expect(normalizePaymentMethod(method)).toBe(method);
  expect(paymentMethods).toContain(defaultPaymentMethod);
  expect(defaultPaymentMethod).toBe("qr_pay");
});

test.each([
  ["off", "test", false],
  ["off", "live", false],
  ["test", "test", true],
  ["test", "live", false],
  ["live", "test", true],
  ["live", "live", true],
] as const)("a method that is %s is for a %s key: %s", (setting, environment, isOpen) => {
  expect(isMethodOpen(setting, environment)).toBe(isOpen);
});
