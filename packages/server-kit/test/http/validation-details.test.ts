// A validation error names each rule that the caller can act on, and none that contradicts another.
import { expect, test } from "vitest";
import { Refusal } from "../../src/domain/refusal.js";
import type { Call } from "../../src/http/call.js";
import { checkBody } from "../../src/http/check-schema.js";
import { contract } from "../../src/http/generated/contract.js";

const order = { merchantId: "m", orderId: "1", amountCents: 1999, currency: "EUR" };

function rulesOf(body: object): string[] {
  try {
    void checkBody(contract.initializeCustomPaymentSession)({ body } as Call); // reads nothing but the body
  } catch (error) {
    const { details } = error as Refusal & { details?: unknown };
    expect(error).toBeInstanceOf(Refusal);
    return (details as { path: string; rule: string }[]).map(({ path, rule }) => `${path} ${rule}`);
  }
  return [];
}

test.each([
  [{ paymentMethod: "paypal" }, ["paymentMethod enum"]],
  // The one value that a direct session takes, without the set that has others beside it.
  [{ paymentMethod: "paypal", checkoutMode: "direct_provider", customerCountry: "DE" }, ["paymentMethod const"]],
  [{ customerCountry: "Germany" }, ["customerCountry direct_only"]],
])("the errors of %j do not contradict each other", (fields, expected) => {
  expect(rulesOf({ ...order, ...fields })).toEqual(expected);
});
