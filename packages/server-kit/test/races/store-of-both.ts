// A store that both instances share, and what a race needs of it: calls that go to the two in turn, and their
// outcomes.
import type { Instance } from "./instance.js";
import type { TwoInstances } from "./two-instances.js";

export interface ApiResponse {
  status: number;
  body: Record<string, unknown>;
}

let count = 0;

export async function createStoreOfBoth({ both, external }: TwoInstances, settings: object = {}) {
  const [first, second] = both;
  const hook = `/hook/${++count}`;
  const contactEmail = `contact-${count}@shop.example`;
  const store = await first.call("stores.create", {
    name: `Store ${count}`,
    kyc: "approved",
    verification: "approved",
    webhookUrl: `${external.url}${hook}`,
    contactEmail,
    paymentMethods: { qr_pay: "live", open_bank_transfer: "live", bank_transfer: "live" },
    bankAccount: { bankName: "Bank", accountHolder: "Holder", iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
    ...settings,
  });
  const merchantId: string = store.merchantId;
  const keys: Record<"test" | "live", string> = {
    test: (await second.call("apiKeys.issue", { merchantId, environment: "test" })).secret,
    live: (await first.call("apiKeys.issue", { merchantId, environment: "live" })).secret,
  };

  async function initialize(
    instance: Instance,
    fields: object = {},
    { environment = "test", key }: { environment?: "test" | "live"; key?: string } = {},
  ): Promise<ApiResponse> {
    const response = await fetch(`${instance.base}/payments/initialize`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${keys[environment]}`,
        "content-type": "application/json",
        ...(key !== undefined && { "idempotency-key": key }),
      },
      body: JSON.stringify({ merchantId, orderId: "1", amountCents: 1999, currency: "EUR", ...fields }),
    });
    // Every response of the contract is an object.
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  return {
    merchantId,
    webhookSecret: String(store.webhookSecret),
    contactEmail,
    keys,
    initialize,
    /** Creates an open payment. */
    async open(fields: object = {}, options: { environment?: "test" | "live" } = {}): Promise<string> {
      const { status, body } = await initialize(first, fields, options);
      if (status !== 200) throw new Error(`initialize responded with ${status}: ${JSON.stringify(body)}`);
      return String(body.paymentId);
    },
    payments: (): Promise<{ paymentId: string; state: string }[]> =>
      first.call("payments.list", { merchantId, limit: 100 }),
    /** Both instances run due work concurrently, until nothing of this store's is left. */
    async runDue() {
      for (let round = 0; round < 3; round += 1) await Promise.all(both.map((instance) => instance.call("runDue")));
    },
    /** The webhooks that the store received, as in the contract, oldest first. */
    webhooks: () => external.webhooks.filter(({ path }) => path === hook),
    mails: () => external.mails.filter(({ to }) => to === contactEmail),
  };
}

/** Starts `times` calls on each of the two instances concurrently, in turn. */
export function race<Result>(
  { both }: TwoInstances,
  times: number,
  work: (instance: Instance, index: number) => Promise<Result>,
): Promise<Result[]> {
  // The index is 0 or 1.
  return Promise.all(
    Array.from({ length: 2 * times }, (_, index) => work(both[index % 2 === 0 ? 0 : 1] as Instance, index)),
  );
}

/** Like `race`, where some calls are expected to be refused. */
export function raceSettled<Result>(
  two: TwoInstances,
  times: number,
  work: (instance: Instance, index: number) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  return race(two, times, (instance, index) => Promise.allSettled([work(instance, index)])).then((all) => all.flat());
}

export function countBy(values: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
}
