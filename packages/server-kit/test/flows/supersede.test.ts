// Tests one order initialized with changing amounts: its links lead to the payment of the last call.
import { randomBytes } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import type { InitializeRequest } from "../../src/domain/check-initialize.js";
import { type Store, storeDefaults } from "../../src/domain/store.js";
import { type InitializeDependencies, initializePayment } from "../../src/flows/initialize-payment.js";
import type { Storage } from "../../src/storage/port.js";
import { silentLogger } from "../silent-logger.js";
import { freshStorage } from "../storages.js";

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
    description: undefined,
    items: undefined,
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

async function openOrder() {
  storage = freshStorage();
  const opened = storage;
  await opened.open();
  await opened.write((records) => records.stores.insertIfAbsent(store));
  const dependencies: InitializeDependencies = {
    storage: opened,
    clock: { now: () => 1_800_000_000_000 },
    randomBytes,
    logger: silentLogger,
    vault: { seal: (plain) => plain, open: (sealed) => sealed, isCurrent: () => true, keyIds: [] },
    providers: {},
    cardPages: {},
    providerTimeoutMs: 1000,
    links: { buyerReturn: () => "", providerCallback: () => "" },
    announce() {},
    wake() {},
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
  const find = (paymentId: string) => opened.read((records) => records.payments.find(paymentId));
  return { initialize, find };
}

test("a changed amount supersedes the older payment, and changing it back swaps the two", async () => {
  const { initialize, find } = await openOrder();
  const supersededBy = async (paymentId: string) => (await find(paymentId))?.supersededBy;

  const first = await initialize(1000);
  const second = await initialize(2000);
  expect(second.payment.paymentId).not.toBe(first.payment.paymentId);
  expect(await supersededBy(first.payment.paymentId)).toBe(second.payment.paymentId);

  const again = await initialize(1000);
  expect(again).toMatchObject({ isReused: true, payment: { paymentId: first.payment.paymentId } });
  expect(await supersededBy(first.payment.paymentId)).toBeUndefined();
  expect(await supersededBy(second.payment.paymentId)).toBe(first.payment.paymentId);
});

test("M15: with hundreds of open payments of one order, initialize writes its own and the newest one, and no other", async () => {
  const { initialize, find } = await openOrder();
  const ids: string[] = [];
  for (let amount = 1; amount <= 300; amount += 1) ids.push((await initialize(amount)).payment.paymentId);
  const versions = await Promise.all(ids.map(async (id) => (await find(id))?.version));
  // One write to create it, one when the next superseded it.
  expect(versions).toEqual([...Array<number>(299).fill(2), 1]);

  // An earlier amount again: its payment is no longer superseded, the newest one is.
  expect((await initialize(7)).payment.paymentId).toBe(ids[6]);
  const after = await Promise.all(ids.map(async (id) => (await find(id))?.version));
  expect(after.flatMap((version, index) => (version === versions[index] ? [] : [index]))).toEqual([6, 299]);
});
