// A mock with one store, and the store's own client, used by most tests of the mock.
import { onTestFinished } from "vitest";
import { PaymentSessions } from "../../src/index.js";
import { createMockService, type MockOptions, type NewStoreInput } from "../../src/mock/index.js";

export const start = Date.UTC(2026, 4, 7, 12, 0, 0);

export async function openTeaShop(options: MockOptions = {}, setup: Partial<NewStoreInput> = {}) {
  const mock = createMockService({ clock: { now: () => start }, ...options });
  onTestFinished(() => mock.stop().catch(() => undefined));
  const { merchantId, webhookSecret } = await mock.stores.create({ name: "Tea shop", ...setup });
  const { secret: apiKey, id: keyId } = await mock.apiKeys.issue({ merchantId, environment: "test" });
  const clientFor = (baseUrl: string, fetch?: typeof globalThis.fetch) =>
    new PaymentSessions({ apiKey, baseUrl, maxRetries: 0, ...(fetch && { fetch }) });
  const payments = clientFor(mock.baseUrl, mock.fetch);
  let orders = 0;
  const order = (changes: object = {}) => {
    orders += 1;
    return { merchantId, orderId: `order-${orders}`, amountCents: 1999, currency: "EUR", ...changes };
  };
  const direct = {
    checkoutMode: "direct_provider",
    paymentMethod: "open_bank_transfer",
    customerCountry: "DE",
  } as const;
  return { mock, merchantId, webhookSecret, apiKey, keyId, payments, clientFor, order, direct };
}

/** A plain call by the mock's fetch. */
export function callWith({ mock, apiKey }: { mock: { baseUrl: string; fetch: typeof fetch }; apiKey: string }) {
  return (path: string, { json, headers }: { json?: object; headers?: Record<string, string> } = {}) =>
    mock.fetch(mock.baseUrl + path, {
      method: json === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
}
