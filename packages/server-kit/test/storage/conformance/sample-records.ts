// Sample records: `sample…` has every field set, `bare…` has every optional field undefined.
import type { ApiKey } from "../../../src/domain/api-key.js";
import type { Delivery, DeliveryAttempt } from "../../../src/domain/delivery.js";
import type { MailRecord } from "../../../src/domain/mail.js";
import type { Payment, PaymentAlert, PaymentArrival, PaymentAttempt } from "../../../src/domain/payment.js";
import { type Store, storeDefaults } from "../../../src/domain/store.js";
import type { User } from "../../../src/domain/user.js";

/** On 2026-11-27 in the afternoon; above 32 bits, as all current times are. */
export const noon = 1_795_780_800_000;

export function sampleStore(changes: Partial<Store> = {}): Store {
  return {
    name: "Müller & Söhne — ☕",
    merchantId: "shop_1",
    webhookUrl: "https://shop.example.com/hook?a=1&b=%20",
    contactEmail: "ops@shop.example.com",
    deliveryPath: "legacy",
    kyc: "approved",
    verification: "rejected",
    paymentMethods: { qr_pay: "live", open_bank_transfer: "test", card_processing: "off", bank_transfer: "live" },
    bankAccount: { bankName: "Bank", accountHolder: "Müller", iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
    openBankTransfer: { instant: false, collectBuyerData: true, confirmationMode: "settlement" },
    successStatus: "paid",
    allowedReturnHosts: ["shop.example.com", "www.shop.example.com"],
    logo: "https://shop.example.com/logo.png",
    url: "https://shop.example.com",
    sealedWebhookSecret: "v1.a.b.c.d",
    sealedNextWebhookSecret: "v1.e.f.g.h",
    webhookOff: undefined,
    logoFile: "3f0c.png",
    disabledAt: undefined,
    deletedAt: undefined,
    createdAt: noon,
    updatedAt: noon + 1,
    ...changes,
  };
}

export function bareStore(changes: Partial<Store> = {}): Store {
  return {
    ...storeDefaults,
    name: "Bare",
    merchantId: "shop_bare",
    sealedWebhookSecret: "v1.a.b.c.d",
    sealedNextWebhookSecret: undefined,
    webhookOff: undefined,
    logoFile: undefined,
    disabledAt: undefined,
    deletedAt: undefined,
    createdAt: noon,
    updatedAt: noon,
    ...changes,
  };
}

export function sampleKey(changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id: "key_1",
    merchantId: "shop_1",
    environment: "test",
    isLegacy: true,
    prefix: "ps_legacy_ab12",
    hash: "0f".repeat(32),
    scopes: ["payments:write", "payments:read"],
    createdAt: noon,
    lastUsedAt: noon + 1,
    expiresAt: noon + 2,
    revokedAt: undefined,
    ...changes,
  };
}

export function samplePayment(changes: Partial<Payment> = {}): Payment {
  return {
    paymentId: "pay_1",
    merchantId: "shop_1",
    environment: "live",
    orderId: "a/b?c#d %2F ü 名 'x' 😀",
    amountCents: 99_999_999_999,
    currency: "EUR",
    checkoutMode: "foxpay_checkout",
    paymentMethod: "bank_transfer",
    requestedMethod: "bank_transfer",
    customerEmail: "buyer@example.com",
    customerName: "Zoë",
    returnUrl: "https://shop.example.com/thanks",
    metadata: { deep: { list: [1, "two", null, true, { three: 3.5 }] }, "": "", 'quote"': "\\" },
    description: "Roses & Söhne",
    items: [
      { name: "Röse", quantity: 2, amountCents: 1998 },
      { name: "Rabatt", amountCents: -100 },
    ],
    remittanceInfo: "Order #1",
    remittanceInfoSource: "merchant",
    endToEndId: "E2E-1",
    state: "created",
    version: 1,
    attemptCount: 3,
    isAttemptAccepted: true,
    checkoutToken: "token_1",
    supersededBy: "pay_0",
    claimedPaidAt: noon + 2,
    settledAt: noon + 3,
    createdAt: noon,
    updatedAt: noon + 1,
    expiresAt: noon + 30 * 86_400_000,
    ...changes,
  };
}

export function barePayment(changes: Partial<Payment> = {}): Payment {
  return samplePayment({
    paymentId: "pay_bare",
    orderId: "bare",
    amountCents: 1,
    requestedMethod: undefined,
    customerEmail: undefined,
    customerName: undefined,
    returnUrl: undefined,
    metadata: undefined,
    description: undefined,
    items: undefined,
    claimedPaidAt: undefined,
    settledAt: undefined,
    endToEndId: undefined,
    supersededBy: undefined,
    isAttemptAccepted: false,
    attemptCount: 0,
    ...changes,
  });
}

export function sampleAttempt(changes: Partial<PaymentAttempt> = {}): PaymentAttempt {
  return {
    attemptId: "att_1",
    paymentId: "pay_1",
    kind: "direct",
    provider: "sandbox",
    fingerprint: "f1",
    sealedRequest: "v1.a.b.c.d",
    status: "open",
    sessionId: "session_1",
    redirectUrl: "https://bank.example.com/s/1",
    leaseToken: "lease_1",
    leaseUntil: noon + 1,
    nextPollAt: noon + 2,
    pollCount: 4,
    lastAskedAt: noon + 3,
    createdAt: noon,
    expiresAt: noon + 3,
    ...changes,
  };
}

export function bareAttempt(changes: Partial<PaymentAttempt> = {}): PaymentAttempt {
  return sampleAttempt({
    attemptId: "att_bare",
    sealedRequest: undefined,
    sessionId: undefined,
    redirectUrl: undefined,
    leaseToken: undefined,
    leaseUntil: undefined,
    nextPollAt: undefined,
    pollCount: 0,
    lastAskedAt: undefined,
    expiresAt: undefined,
    ...changes,
  });
}

export function sampleDelivery(changes: Partial<Delivery> = {}): Delivery {
  return {
    deliveryId: "d1",
    merchantId: "shop_1",
    paymentId: "pay_1",
    event: "transaction.status_changed",
    status: "pending",
    body: new TextEncoder().encode('{"a":1.0}'),
    path: "queue",
    trigger: "redelivery",
    redeliveryOf: "d0",
    state: "sending",
    attemptCount: 2,
    scheduledCount: 1,
    interruptedCount: 1,
    createdAt: noon,
    finishedAt: noon + 5,
    nextAttemptAt: noon + 1,
    manualSendAt: noon + 2,
    traceParent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    traceState: "vendor=a1,other=b2",
    claim: { token: "claim_1", owner: "worker_1", leaseUntil: noon + 3, isManual: true },
    ...changes,
  };
}

/** Pending and unclaimed. */
export function pendingDelivery(
  deliveryId: string,
  nextAttemptAt: number | undefined,
  changes: Partial<Delivery> = {},
) {
  return sampleDelivery({
    deliveryId,
    trigger: "transition",
    redeliveryOf: undefined,
    traceParent: undefined,
    traceState: undefined,
    state: "pending",
    finishedAt: undefined,
    nextAttemptAt,
    manualSendAt: undefined,
    claim: undefined,
    attemptCount: 0,
    scheduledCount: 0,
    interruptedCount: 0,
    ...changes,
  });
}

export function sampleDeliveryAttempt(changes: Partial<DeliveryAttempt> = {}): DeliveryAttempt {
  return {
    deliveryId: "d1",
    attempt: 1,
    isManual: false,
    startedAt: noon,
    durationMs: 12,
    httpStatus: 503,
    outcome: "http_5xx",
    error: "The receiver responded with 503.",
    responseExcerpt: "<h1>☠</h1>",
    isTruncated: true,
    responseHeaders: "content-type: text/html",
    ...changes,
  };
}

export function sampleAlert(changes: Partial<PaymentAlert> = {}): PaymentAlert {
  return {
    alertId: "alr_1",
    paymentId: "pay_1",
    merchantId: "shop_1",
    environment: "live",
    type: "over_paid",
    subject: "arr_1",
    detail: "2 received, 1 due",
    at: noon,
    count: 1,
    lastAt: noon + 1,
    resolvedAt: undefined,
    resolvedBy: undefined,
    resolution: undefined,
    ...changes,
  };
}

export function sampleArrival(changes: Partial<PaymentArrival> = {}): PaymentArrival {
  return {
    arrivalId: "arr_1",
    paymentId: "pay_1",
    source: "statement",
    attemptId: "att_1",
    statementEntryId: "ent_1",
    reference: "O'Brien ☕",
    otherReferences: ["STMT-9", 'a "b" ü'],
    amountCents: 99_999_999_999,
    currency: "EURO",
    isProven: true,
    isConfirmed: true,
    receivedAt: noon - 1,
    at: noon,
    count: 2,
    lastAt: noon + 1,
    ...changes,
  };
}

export function sampleMail(changes: Partial<MailRecord> = {}): MailRecord {
  return {
    mailId: "mail_1",
    merchantId: "shop_1",
    uniqueKey: "delivery:d1",
    recipient: "ops@shop.example.com",
    subject: "A delivery failed",
    text: "Line one\nLine two",
    attemptCount: 1,
    nextAttemptAt: noon + 1,
    claimedUntil: noon + 2,
    messageId: "message_1",
    sentAt: noon + 3,
    createdAt: noon,
    ...changes,
  };
}

export function sampleUser(changes: Partial<User> = {}): User {
  return {
    userId: "user_1",
    email: "owner@shop.example.com",
    passwordHash: "scrypt$1",
    role: "owner",
    merchantId: "shop_1",
    createdAt: noon,
    disabledAt: noon + 1,
    ...changes,
  };
}
