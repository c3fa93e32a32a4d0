// POST /payments/initialize: translates between wire names and domain names (spec/rules.md#initialize).
import type { InitializeRequest } from "../../domain/check-initialize.js";
import type { JsonObject } from "../../domain/json.js";
import type { PaymentItem } from "../../domain/payment.js";
import { normalizePaymentMethod } from "../../domain/payment-method.js";
import { statusOf } from "../../domain/payment-state.js";
import { Refusal } from "../../domain/refusal.js";
import type { Store } from "../../domain/store.js";
import {
  hashBody,
  type InitializeDependencies,
  type InitializeOutcome,
  initializePayment,
} from "../../flows/initialize-payment.js";
import { requireScope, requireServedEnvironment } from "../authenticate.js";
import { type Call, callerOf, type Endpoint, endpoint, type Step, sendJson } from "../call.js";
import { checkBody } from "../check-schema.js";
import { useDeprecated } from "../deprecations.js";
import { contract, limits, patterns } from "../generated/contract.js";
import type { Links } from "../links.js";
import { parseJson, readBody, requireJsonType } from "../read-body.js";
import type { MerchantApiDependencies } from "./merchant-api.js";

const operation = contract.initializeCustomPaymentSession;

export function initializeEndpoint(dependencies: MerchantApiDependencies): Endpoint {
  return endpoint(operation, [
    requireJsonType,
    readBody,
    dependencies.authenticate,
    dependencies.limit(operation),
    requireScope("payments:write"),
    parseJson,
    checkBody(operation),
    requireMerchant(dependencies),
    requireServedEnvironment(dependencies.environments),
    initialize(dependencies),
  ]);
}

/** The merchant must exist and own the key. Rate limits keep the two errors from serving as an oracle for merchant ids. */
function requireMerchant(dependencies: MerchantApiDependencies): Step {
  const { storage } = dependencies;
  return async (call) => {
    const wanted = call.body?.merchantId ?? call.body?.shopId;
    const { store } = callerOf(call);
    if (wanted !== store.merchantId) {
      const other = await storage.read((records) => records.stores.find(String(wanted)));
      if (other === undefined) {
        throw new Refusal("MERCHANT_NOT_FOUND", {
          fields: { details: "There is no store with this merchantId.", reason: "merchant_not_found" },
        });
      }
      throw new Refusal("API_KEY_MERCHANT_MISMATCH");
    }
    if (call.body?.shopId !== undefined) await useDeprecated(dependencies, call, "request.shopId");
  };
}

function initialize(dependencies: MerchantApiDependencies & InitializeDependencies & { links: Links }): Step {
  return async (call) => {
    const { key, store } = callerOf(call);
    const body = call.body ?? {};
    const outcome = await initializePayment(dependencies, {
      store,
      environment: key.environment,
      request: toRequest(body),
      readIdempotency() {
        const idempotencyKey = readIdempotencyKey(call);
        return idempotencyKey === undefined ? undefined : { key: idempotencyKey, bodyHash: hashBody(body) };
      },
    });
    if (outcome.isReplayed) call.ctx.set("Idempotent-Replayed", "true");
    sendJson(call, 200, toResponse(outcome, store, dependencies.links));
  };
}

function readIdempotencyKey({ ctx }: Call): string | undefined {
  const key = ctx.req.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || key.length > limits.idempotencyKeyMaxLength || !idempotencyKeyPattern.test(key)) {
    throw new Refusal("IDEMPOTENCY_KEY_INVALID");
  }
  return key;
}

const idempotencyKeyPattern = new RegExp(patterns.idempotencyKey, "u");

/** The schema has checked that each field is absent or of its type. */
function toRequest(body: JsonObject): InitializeRequest {
  const text = (field: string) => body[field] as string | undefined;
  const method = text("paymentMethod");
  return {
    orderId: text("orderId") ?? "",
    amountCents: Number(body.amountCents),
    currency: text("currency") ?? "",
    customerEmail: text("customerEmail"),
    customerName: text("customerName"),
    returnUrl: text("returnUrl"),
    metadata: body.metadata as JsonObject | undefined,
    description: text("description"),
    items: body.items as PaymentItem[] | undefined,
    paymentMethod: method === undefined ? undefined : normalizePaymentMethod(method),
    checkoutMode: (text("checkoutMode") as InitializeRequest["checkoutMode"] | undefined) ?? "foxpay_checkout",
    provider: text("provider"),
    customerCountry: text("customerCountry"),
    senderName: text("senderName"),
    senderIban: text("senderIban"),
    instantPayment: body.instantPayment as boolean | undefined,
    remittanceInfo: text("remittanceInfo"),
    endToEndId: text("endToEndId"),
  };
}

function toResponse({ payment, isReused, session }: InitializeOutcome, store: Store, links: Links): object {
  const handoffUrl = session?.redirectUrl ?? links.checkout(payment);
  return {
    success: true,
    paymentUrl: handoffUrl,
    ...(session && { redirectUrl: handoffUrl, sessionUrl: handoffUrl }),
    paymentId: payment.paymentId,
    orderId: payment.orderId,
    merchantId: payment.merchantId,
    amount: payment.amountCents,
    amountCents: payment.amountCents,
    currency: payment.currency,
    customerEmail: payment.customerEmail,
    status: statusOf(payment.state, store.successStatus),
    paymentMethod: payment.paymentMethod,
    checkoutMode: payment.checkoutMode,
    provider: session?.provider,
    remittanceInfo: payment.remittanceInfo,
    remittanceInfoSource: payment.remittanceInfoSource,
    endToEndId: payment.endToEndId,
    testMode: payment.environment === "test",
    returnUrl: payment.returnUrl,
    ...(isReused && { message: "A pending payment for this order was found and is used again." }),
    paymentData: {
      orderId: payment.orderId,
      merchantId: payment.merchantId,
      amountCents: payment.amountCents,
      currency: payment.currency,
      customerEmail: payment.customerEmail,
      customerName: payment.customerName,
      paymentMethod: payment.paymentMethod,
      paymentMode: payment.environment === "test" ? "test" : "production",
      metadata: payment.metadata,
    },
  };
}
