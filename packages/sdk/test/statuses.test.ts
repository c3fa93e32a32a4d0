// Tests that the sets of values are complete, accept new values, and are still matched exhaustively. The
// compiler checks half of this file.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, expectTypeOf, test } from "vitest";
import * as enums from "../src/generated/enums.js";
import {
  type CheckoutFlowStatus,
  type InitializeParams,
  isCheckoutFlowStatus,
  isTransactionStatus,
  matchCheckoutFlowStatus,
  matchTransactionStatus,
  type PaymentSession,
  PaymentSessions,
  type PaymentStatus,
} from "../src/index.js";

const specification = new URL("../../../spec/", import.meta.url);
// The yaml package's parse.
const { parse } = createRequire(new URL("package.json", specification))("yaml") as { parse(text: string): unknown };

/** Every list under `enum` in the description, at any depth. */
function enumsIn(node: unknown, found: Map<string, string[]>): Map<string, string[]> {
  if (typeof node !== "object" || node === null) return found;
  for (const [name, value] of Object.entries(node)) {
    if (typeof value === "object" && value !== null && Array.isArray(value.enum)) found.set(name, value.enum);
  }
  return found;
}

test("every set of values in the API description is exported with exactly its values", () => {
  // Only the fields that are read here; a wrong shape fails the test.
  const document = parse(readFileSync(new URL("openapi.yaml", specification), "utf8")) as {
    components: { schemas: Record<string, unknown> };
  };
  const sets = enumsIn(document.components.schemas, new Map());
  const exported = Object.values<unknown>({ ...enums }).filter((value) => Array.isArray(value));
  expect(sets.size).toBeGreaterThan(10);
  for (const [name, values] of sets) {
    expect(
      exported.some((list) => JSON.stringify(list) === JSON.stringify(values)),
      name,
    ).toBe(true);
  }
});

const labels = {
  pending: () => "wait",
  scanning: () => "scan",
  transferring: () => "transfer",
  confirming: () => "confirm",
  completed: () => "thanks",
  failed: () => "retry",
  other: (status: string) => `new: ${status}`,
};

test.each([
  ["scanning", "scan"],
  ["completed", "thanks"],
  ["reviewing", "new: reviewing"],
  ["other", "new: other"],
  ["constructor", "new: constructor"],
])("%s is matched", (status, label) => {
  expect(matchCheckoutFlowStatus(status, labels)).toBe(label);
});

test("transaction statuses are matched with paid as a value of its own", () => {
  const settled = (status: string) =>
    matchTransactionStatus(status, {
      pending: () => false,
      processing: () => false,
      completed: () => true,
      paid: () => true,
      failed: () => false,
      cancelled: () => false,
      expired: () => false,
      other: () => false,
    });
  expect(["paid", "completed", "refunded"].map(settled)).toEqual([true, true, false]);
});

test("known statuses are distinguished from new ones", () => {
  expect(["pending", "completed", "paid", "toString"].map(isCheckoutFlowStatus)).toEqual([true, true, false, false]);
  expect(["pending", "completed", "paid", "toString"].map(isTransactionStatus)).toEqual([true, true, true, false]);
});

test("a status is open to new values and closed after the guard", () => {
  const describe = (response: PaymentStatus): string => {
    const { status } = response;
    if (!isCheckoutFlowStatus(status)) return status;
    switch (status) {
      case "pending":
      case "scanning":
      case "transferring":
      case "confirming":
        return "open";
      case "completed":
        return "done";
      case "failed":
        return "failed";
      default:
        return status satisfies never;
    }
  };
  expect(describe({ orderId: "1", status: "a_new_one" })).toBe("a_new_one");
  expectTypeOf<"a_new_one">().toExtend<PaymentStatus["status"]>();
  expectTypeOf<"completed">().toExtend<PaymentStatus["status"]>();
  expectTypeOf<"a_new_one">().not.toExtend<CheckoutFlowStatus>();
});

test("a missing case is a compile error", () => {
  const { failed: _, ...incomplete } = labels;
  // @ts-expect-error: failed is not handled
  const handle = () => matchCheckoutFlowStatus("failed", incomplete);
  expect(handle).toThrow(TypeError);
});

test("the types ask for one of merchantId and shopId, and type routes by the description", () => {
  const common = { orderId: "1", amountCents: 1, currency: "EUR" };
  const byMerchant: InitializeParams = { ...common, merchantId: "mrc_1" };
  const byShop: InitializeParams = { ...common, shopId: "mrc_1", paymentMethod: "manual_pay" };
  // @ts-expect-error: neither
  const neither: InitializeParams = common;
  // @ts-expect-error: both
  const both: InitializeParams = { ...common, merchantId: "a", shopId: "a" };
  // @ts-expect-error: no such method
  const wrong: InitializeParams = { ...common, merchantId: "a", paymentMethod: "cash" };
  expect([byMerchant, byShop, neither, both, wrong]).toHaveLength(5);

  expectTypeOf<PaymentSession["handoffUrl"]>().toEqualTypeOf<string>();
  const payments = new PaymentSessions({ apiKey: "ps_test_1234567890", baseUrl: "https://pay.example.com" });
  const typed = () => {
    expectTypeOf(payments.request("GET", "/health")).resolves.toHaveProperty("uptime");
    expectTypeOf(payments.request("HEAD", "/health")).resolves.toBeUndefined();
    expectTypeOf(payments.sessions.status("pay_1")).resolves.toEqualTypeOf<PaymentStatus>();
    // @ts-expect-error: no such route
    payments.request("GET", "/nowhere");
    // @ts-expect-error: the route takes no POST
    payments.request("POST", "/health");
    // @ts-expect-error: the path parameter is missing
    payments.request("GET", "/payments/{paymentId}/status");
    // @ts-expect-error: the query parameter is missing
    payments.request("GET", "/payments/{paymentId}/bank-details", { params: { path: { paymentId: "pay_1" } } });
    // @ts-expect-error: the body is missing
    payments.request("POST", "/version/check");
  };
  expect(typed).toBeTypeOf("function");
});
