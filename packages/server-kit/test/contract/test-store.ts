// An approved store with keys of both environments, used by most claims.
import type { ContractClient } from "./contract-client.js";
import type { OpenTarget, StoreSetup } from "./target.js";

export interface TestStore {
  merchantId: string;
  testKey: string;
  liveKey: string;
  /** A valid hosted request with its own order id, with changes. */
  request(changes?: Record<string, unknown>): Record<string, unknown>;
  /** A valid direct request. */
  directRequest(changes?: Record<string, unknown>): Record<string, unknown>;
  /** Creates a payment with the test key. */
  open(
    changes?: Record<string, unknown>,
    key?: string,
  ): Promise<Record<string, unknown> & { paymentId: string; orderId: string }>;
}

export const bankAccount = {
  bankName: "Testbank",
  accountHolder: "Müller & Söhne",
  iban: "DE89370400440532013000",
  bic: "COBADEFFXXX",
};

export const approved = { kyc: "approved", verification: "approved" } as const;

let orderNumber = 1000;

export function nextOrderId(): string {
  orderNumber += 1;
  return String(orderNumber);
}

export async function createTestStore(
  target: OpenTarget,
  client: ContractClient,
  setup: Partial<StoreSetup> = {},
): Promise<TestStore> {
  const { merchantId } = await target.stores.create({
    name: "Suite shop",
    ...approved,
    paymentMethods: { qr_pay: "live", open_bank_transfer: "live", card_processing: "live", bank_transfer: "live" },
    bankAccount,
    ...setup,
  });
  const { secret: testKey } = await target.apiKeys.issue({ merchantId, environment: "test" });
  const { secret: liveKey } = await target.apiKeys.issue({ merchantId, environment: "live" });
  const request = (changes: Record<string, unknown> = {}) => ({
    merchantId,
    orderId: nextOrderId(),
    amountCents: 1999,
    currency: "EUR",
    ...changes,
  });
  return {
    merchantId,
    testKey,
    liveKey,
    request,
    directRequest: (changes = {}) =>
      request({
        checkoutMode: "direct_provider",
        paymentMethod: "open_bank_transfer",
        customerCountry: "DE",
        ...changes,
      }),
    async open(changes = {}, key = testKey) {
      const body = await client.fields("/payments/initialize", { key, json: request(changes) });
      if (typeof body.paymentId !== "string" || typeof body.orderId !== "string") {
        throw new Error(`No payment was opened: ${JSON.stringify(body)}`);
      }
      return { ...body, paymentId: body.paymentId, orderId: body.orderId };
    },
  };
}
