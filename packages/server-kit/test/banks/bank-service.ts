// A service in front of the faulty bank, with a clock that the test advances. Background work runs only when
// the test calls it.
import { createServer } from "node:http";
import { createPaymentService, type PaymentServiceOptions } from "../../src/index.js";
import { account } from "../checkout/checkout-harness.js";
import { closeAfterTest, serveInTest } from "../loopback.js";
import { freshStorage } from "../storages.js";
import { type FaultyBankOptions, type PortOptions, startFaultyBank } from "./faulty-bank.js";

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The fields that make an initialize call direct: the response leads to the bank. */
export const direct = { checkoutMode: "direct_provider", paymentMethod: "open_bank_transfer", customerCountry: "DE" };

export interface LogLine {
  level: "debug" | "info" | "warn" | "error";
  fields: Record<string, unknown>;
  message: string;
}

export interface TestClock {
  now(): number;
  pass(ms: number): void;
}

export function createTestClock(start = 1_800_000_000_000): TestClock {
  let now = start;
  return {
    now: () => now,
    pass(ms) {
      now += ms;
    },
  };
}

type Provider = ReturnType<Awaited<ReturnType<typeof startFaultyBank>>["provider"]>;

/** A service whose test sessions are created by `createSession`, which may call the bank's own. */
export async function openWithBankSessions(
  createSession: (
    request: Parameters<Provider["createSession"]>[0],
    own: Provider,
  ) => ReturnType<Provider["createSession"]>,
) {
  const bank = await startFaultyBank();
  closeAfterTest(() => bank.stop());
  const own = bank.provider();
  const test = {
    ...own,
    createSession: (request: Parameters<Provider["createSession"]>[0]) => createSession(request, own),
  };
  return openBankService({ bank, options: { openBanking: { test } } });
}

export async function openBankService({
  bankOptions = {},
  port = {},
  options = {},
  clock = createTestClock(),
  bank: given,
  environment = "test",
}: {
  bankOptions?: FaultyBankOptions;
  port?: PortOptions;
  options?: Partial<PaymentServiceOptions>;
  clock?: TestClock;
  /** A storage that another service uses as well. */
  bank?: Awaited<ReturnType<typeof startFaultyBank>>;
  environment?: "test" | "live";
} = {}) {
  const bank = given ?? (await startFaultyBank({ clock, ...bankOptions }));
  if (given === undefined) closeAfterTest(() => bank.stop());
  const lines: LogLine[] = [];
  const log = (level: LogLine["level"]) => (fields: object, message: string) =>
    void lines.push({ level, fields: { ...fields }, message });
  const server = createServer();
  const base = await serveInTest(server);
  const service = createPaymentService({
    baseUrl: base,
    storage: freshStorage(),
    rateLimits: false,
    clock,
    openBanking: { [environment]: bank.provider(port) },
    logger: { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") },
    ...options,
  });
  closeAfterTest(() => service.stop());
  server.on("request", service.callback());
  const store = await service.stores.create({
    name: "Blumen Lila",
    kyc: "approved",
    verification: "approved",
    bankAccount: account,
    paymentMethods: { qr_pay: "live", open_bank_transfer: "live", card_processing: "live", bank_transfer: "live" },
  });
  const { secret } = await service.apiKeys.issue({ merchantId: store.merchantId, environment });

  async function initialize(request: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    const response = await fetch(`${base}/payments/initialize`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json", ...headers },
      body: JSON.stringify({
        merchantId: store.merchantId,
        orderId: "1001-A",
        amountCents: 1999,
        currency: "EUR",
        ...request,
      }),
    });
    // Sound for the fields that the tests read.
    const body = (await response.json()) as { paymentId: string; paymentUrl: string };
    if (response.status !== 200)
      throw new Error(`initialize responded with ${response.status}: ${JSON.stringify(body)}`);
    return body;
  }

  return {
    bank,
    service,
    clock,
    base,
    store,
    lines,
    warnings: () => lines.filter(({ level }) => level === "warn" || level === "error"),
    initialize,
    /** A direct session, and the bank's side of it. */
    async openDirect(request: Record<string, unknown> = {}) {
      const { paymentId } = await initialize({ ...direct, ...request });
      return { paymentId, session: bank.latest() };
    },
    /** A hosted buyer who has chosen the bank, and the bank's side of it. */
    async openHosted(request: Record<string, unknown> = {}, method = "open_bank_transfer") {
      const { paymentId, paymentUrl } = await initialize(request);
      const page = (path: string) => paymentUrl.replace("?", `${path}?`);
      await fetch(paymentUrl);
      const post = (path: string, fields: Record<string, string> = {}) =>
        fetch(page(path), { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
      await post("/choose", { method });
      const session = bank.latest();
      return { paymentId, session, paymentUrl, returnUrl: page("/return"), page, post };
    },
    async passTime(ms: number, stepMs = ms) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        clock.pass(Math.min(stepMs, ms - passed));
        await service.runDue();
      }
    },
    find: (paymentId: string) => service.payments.get(paymentId),
    state: async (paymentId: string) => (await service.payments.get(paymentId))?.state,
  };
}

export async function timed<Result>(work: Promise<Result>): Promise<{ result: Result; ms: number }> {
  const startedAt = performance.now();
  const result = await work;
  return { result, ms: performance.now() - startedAt };
}
