import { expect, test } from "vitest";
import { canReceive } from "../../src/domain/account-currency.js";

test.each([
  ["DE89370400440532013000", "EUR", true],
  ["DE89370400440532013000", "USD", false],
  ["GB82WEST12345698765432", "GBP", true],
  ["GB82WEST12345698765432", "EUR", true],
  ["GB82WEST12345698765432", "CHF", false],
  ["CH9300762011623852957", "CHF", true],
  // Outside SEPA an account may be held in any currency.
  ["AE070331234567890123456", "USD", true],
])("an account %s and a transfer in %s: %s", (iban, currency, expected) => {
  expect(canReceive(iban, currency)).toBe(expected);
});
