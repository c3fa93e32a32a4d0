// What do calls take and give, in types? Derived from the OpenAPI description; sets that may grow are "known or any other string".
import type { operations } from "./generated/api.js";
import type { CheckoutFlowStatus, CheckoutMode, PaymentMethod, TransactionStatus } from "./generated/enums.js";

type Answer<Name extends keyof operations> = operations[Name] extends {
  responses: { 200: { content: { "application/json": infer Data } } };
}
  ? Data
  : never;
type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { "application/json": infer Data } };
}
  ? Data
  : never;

/** `Known`, or a value that a later release adds. */
export type OrOther<Known extends string> = Known | (string & {});

type RequestFields = Omit<Body<"initializeCustomPaymentSession">, "merchantId" | "shopId">;

/** What `sessions.initialize` takes: exactly one of `merchantId` and its temporary alias `shopId`. */
export type InitializeParams = RequestFields &
  ({ merchantId: string; shopId?: never } | { shopId: string; merchantId?: never });

type InitializeAnswer = Answer<"initializeCustomPaymentSession">;

/** An accepted session. It is not paid: the signed webhook tells when it is. */
export type PaymentSession = Omit<InitializeAnswer, "status" | "paymentMethod" | "checkoutMode"> & {
  status: OrOther<TransactionStatus>;
  paymentMethod: OrOther<PaymentMethod>;
  checkoutMode: OrOther<CheckoutMode>;
  /** Where to send the buyer, in either mode. */
  handoffUrl: string;
};

export type PaymentStatus = Omit<Answer<"getPaymentStatus">, "status"> & { status: OrOther<CheckoutFlowStatus> };
export type BankDetails = Answer<"getPaymentBankDetails">;
export type WebhookHistory = Answer<"getWebhookHistory">;
export type Order = Answer<"getOrder">;
export type Health = Answer<"getHealth">;
export type ServiceVersion = Answer<"getVersion">;
export type VersionCheck = Answer<"checkVersion">;
export type VersionQuestion = Body<"checkVersion">;
export type SandboxResult = Answer<"sendSandboxEvent">;
/** An event, with an amount where one belongs to it (`settlement_partial`). */
export type SandboxRequest = Body<"sendSandboxEvent">;
