// One order, asked for at changing amounts: the last one asked for is the one that its links lead to.
import { randomBytes } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import type { InitializeRequest } from "../../src/domain/judge-initialize.js";
import { type Store, storeDefaults } from "../../src/domain/store.js";
import { type InitializeDependencies, initializePayment } from "../../src/flows/initialize-payment.js";
import type { Storage } from "../../src/storage/port.js";
import { sqliteStorage } from "../../src/storage/sqlite/sqlite-storage.js";

let storage: Storage | undefined;
afterEach(() => storage?.close());

const store: Store = {
  ...storeDefaults,
  name: "Shop",
  kyc: "approved",
  verification: "approved",
  merchantId: "m1",
  sealedWebhookSecret: "sealed",
  sealedNextWebhookSecret: undefined,
  disabledAt: undefined,
  deletedAt: undefined,
  createdAt: 0,
  updatedAt: 0,
};

function request(amountCents: number): InitializeRequest {
  return {
    orderId: "order-1",
    amountCents,
    currency: "EUR",
    customerEmail: undefined,
    customerName: undefined,
    returnUrl: undefined,
    metadata: undefined,
    paymentMethod: undefined,
    checkoutMode: "foxpay_checkout",
    provider: undefined,
    customerCountry: undefined,
    senderName: undefined,
    senderIban: undefined,
    instantPayment: undefined,
    remittanceInfo: undefined,
    endToEndId: undefined,
  };
}

test("a changed amount supersedes the older payment, and changing it back turns the two around", async () => {
  storage = sqliteStorage({ filename: ":memory:" });
  await storage.open();
  await storage.write((records) => records.stores.insertIfAbsent(store));
  const dependencies: InitializeDependencies = {
    storage,
    clock: { now: () => 1_800_000_000_000 },
    randomBytes,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    vault: { seal: (plain) => plain, open: (sealed) => sealed, isCurrent: () => true },
    providers: {},
    cardPages: {},
    providerTimeoutMs: 1000,
    links: { buyerReturn: () => "", providerCallback: () => "" },
    announce() {},
    servicePrefix: "ps",
    isTestEligibilityEnforced: true,
  };
  const initialize = async (amountCents: number) => {
    const call = {
      store,
      environment: "test",
      request: request(amountCents),
      readIdempotency: () => undefined,
    } as const;
    return initializePayment(dependencies, call);
  };
  const supersededBy = async (paymentId: string) =>
    (await storage?.read((records) => records.payments.find(paymentId)))?.supersededBy;

  const first = await initialize(1000);
  const second = await initialize(2000);
  expect(second.payment.paymentId).not.toBe(first.payment.paymentId);
  expect(await supersededBy(first.payment.paymentId)).toBe(second.payment.paymentId);

  const again = await initialize(1000);
  expect(again).toMatchObject({ isReused: true, payment: { paymentId: first.payment.paymentId } });
  expect(await supersededBy(first.payment.paymentId)).toBeUndefined();
  expect(await supersededBy(second.payment.paymentId)).toBe(first.payment.paymentId);
});
