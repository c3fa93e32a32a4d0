// Tests that sets of values which a package maintains by hand equal those of the contract. Runtime lists are
// compared here, types by the compiler.
import { expect, expectTypeOf, test } from "vitest";
import type { components } from "../../packages/sdk/src/generated/api.js";
import * as contract from "../../packages/sdk/src/generated/enums.js";
import {
  type DeliveryState,
  type DeliveryTrigger,
  deliveryStates,
} from "../../packages/server-kit/src/domain/delivery.js";
import type { SendFailure } from "../../packages/server-kit/src/domain/delivery-outcome.js";
import type { Payment } from "../../packages/server-kit/src/domain/payment.js";
import { normalizePaymentMethod, paymentMethods } from "../../packages/server-kit/src/domain/payment-method.js";
import { type FlowStatus, transactionStatuses } from "../../packages/server-kit/src/domain/payment-state.js";
import type { DeliveryPath } from "../../packages/server-kit/src/domain/store.js";
import type { CheckoutMode } from "../../packages/server-kit/src/domain/transition-graph.js";
import { sandboxEvents } from "../../packages/server-kit/src/flows/apply-sandbox-event.js";
import type {
  TransactionStatusChangedBody,
  TransactionStatus as VerifierStatus,
  WebhookEvent,
  WebhookVerificationBody,
} from "../../packages/webhook-verifier/src/index.js";

const lists: [string, readonly string[], readonly string[]][] = [
  ["transactionStatuses", transactionStatuses, contract.transactionStatuses],
  ["paymentMethods", paymentMethods, contract.paymentMethods],
  ["deliveryStates", deliveryStates, contract.deliveryStates],
  ["sandboxEvents", sandboxEvents, contract.sandboxEvents],
];

test.each(lists)("%s of the service are those of the contract", (_, byHand, ofContract) => {
  expect([...byHand].sort()).toEqual([...ofContract].sort());
});

test("every name of a method in the contract resolves to a method of the contract", () => {
  const methods = contract.paymentMethodInputs.map(normalizePaymentMethod);
  expect([...new Set(methods)].sort()).toEqual([...contract.paymentMethods].sort());
});

type Schemas = components["schemas"];

/** The literals of "known or any other string". */
type Known<Value> = Value extends string ? (string extends Value ? never : Value) : never;
type NotOfASend = "started" | "success" | `http_${string}` | "interrupted";

test("types of the service and the verifier are those of the contract", () => {
  expectTypeOf<FlowStatus>().toEqualTypeOf<contract.CheckoutFlowStatus>();
  expectTypeOf<CheckoutMode>().toEqualTypeOf<contract.CheckoutMode>();
  expectTypeOf<DeliveryState>().toEqualTypeOf<contract.DeliveryState>();
  expectTypeOf<DeliveryPath>().toEqualTypeOf<contract.DeliveryPath>();
  expectTypeOf<DeliveryTrigger>().toEqualTypeOf<contract.DeliveryTrigger>();
  expectTypeOf<Payment["remittanceInfoSource"]>().toEqualTypeOf<contract.RemittanceInfoSource>();
  expectTypeOf<Exclude<SendFailure, "aborted">>().toEqualTypeOf<Exclude<contract.AttemptOutcome, NotOfASend>>();
  expectTypeOf<Known<VerifierStatus>>().toEqualTypeOf<contract.TransactionStatus>();
  expectTypeOf<keyof TransactionStatusChangedBody>().toEqualTypeOf<keyof Schemas["TransactionStatusChangedEvent"]>();
  expectTypeOf<Schemas["TransactionStatusChangedEvent"]>().toExtend<TransactionStatusChangedBody>();
  expectTypeOf<keyof WebhookVerificationBody>().toEqualTypeOf<keyof Schemas["WebhookVerificationEvent"]>();
  expectTypeOf<Schemas["WebhookVerificationEvent"]>().toExtend<WebhookVerificationBody>();
  expectTypeOf<Extract<WebhookEvent["event"], contract.WebhookEventType>>().toEqualTypeOf<contract.WebhookEventType>();
});
