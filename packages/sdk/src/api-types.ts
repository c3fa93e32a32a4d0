// Types of requests and responses, derived from the OpenAPI description. Sets that may grow are "known or any other string".
import type { operations } from "./generated/api.js";
import type { GivenFields } from "./given-fields.js";

type ResponseOf<Name extends keyof operations> = operations[Name] extends {
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

type RequestFields = GivenFields<Omit<Body<"initializeCustomPaymentSession">, "merchantId" | "shopId">>;

type StoreFields = Pick<Body<"initializeCustomPaymentSession">, "merchantId" | "shopId">;

/** Parameters of `sessions.initialize`: exactly one of `merchantId` and its temporary alias `shopId`. */
export type InitializeParams = RequestFields &
  (
    | (Required<Pick<StoreFields, "merchantId">> & { shopId?: undefined })
    | (Required<Pick<StoreFields, "shopId">> & { merchantId?: undefined })
  );

type InitializeResponse = ResponseOf<"initializeCustomPaymentSession">;

/** The same fields, documentation included, with the named sets open for values that a later release adds. */
type WithOpen<Data, Names extends keyof Data> = {
  [Name in keyof Data]: Name extends Names ? OrOther<Data[Name] & string> : Data[Name];
};

/** An accepted session. It is not paid yet: the signed webhook reports the payment. */
export type PaymentSession = WithOpen<InitializeResponse, "checkoutMode"> & {
  /**
   * Redirect the buyer here, in either mode: `redirectUrl` of direct sessions, else `paymentUrl`. Absolute URL, set by the client.
   * @example https://pay.example.com/checkout/pay_3f9c2b71a4d84e0e?t=8sW1cQ
   */
  handoffUrl: string;
};

export type PaymentStatus = WithOpen<ResponseOf<"getPaymentStatus">, "status">;
export type BankDetails = ResponseOf<"getPaymentBankDetails">;
export type WebhookHistory = ResponseOf<"getWebhookHistory">;
export type Order = ResponseOf<"getOrder">;
export type Health = ResponseOf<"getHealth">;
export type ServiceVersion = ResponseOf<"getVersion">;
export type VersionCheck = ResponseOf<"checkVersion">;
export type VersionCheckRequest = GivenFields<Body<"checkVersion">>;
export type SandboxResult = ResponseOf<"sendSandboxEvent">;
/** An event, with an amount for the events that take one (`settlement_partial`). */
export type SandboxRequest = GivenFields<Body<"sendSandboxEvent">>;
