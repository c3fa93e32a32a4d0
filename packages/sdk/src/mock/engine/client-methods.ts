// The client's methods that send a request, as the README names them, and the operation of each.
import type { PaymentSessions } from "../../client.js";
import type { operations } from "../../generated/api.js";
import type { PaymentCall } from "../../payment-call.js";

/** For example `sessions.status`: every method of a part of the client that returns a call. */
type CallingMethod = {
  [Part in keyof PaymentSessions]: {
    [Name in keyof PaymentSessions[Part]]: PaymentSessions[Part][Name] extends (
      ...given: never[]
    ) => PaymentCall<unknown>
      ? `${Part}.${Name & string}`
      : never;
  }[keyof PaymentSessions[Part]];
}[keyof PaymentSessions];

/** A method of the client that is missing here does not compile. */
export const operationOfMethod = {
  "sessions.initialize": "initializeCustomPaymentSession",
  "sessions.status": "getPaymentStatus",
  "sessions.bankDetails": "getPaymentBankDetails",
  "sessions.webhookHistory": "getWebhookHistory",
  "orders.get": "getOrder",
  "service.health": "getHealth",
  "service.version": "getVersion",
  "service.check": "checkVersion",
  "sandbox.send": "sendSandboxEvent",
} as const satisfies Readonly<Record<CallingMethod, keyof operations>>;

export type ClientMethod = keyof typeof operationOfMethod;
