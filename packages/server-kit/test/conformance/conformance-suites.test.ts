// The suites that hosts run on their adapters: a correct adapter passes every check, and each mistake fails the check that names it.
import { afterAll, expect, test } from "vitest";
import type { OpenBankingProvider, ProviderEvent } from "../../src/index.js";
import { type ConformanceCheck, testCardPageProvider, testOpenBankingProvider } from "../../src/testing.js";
import { startFaultyBank } from "../banks/faulty-bank.js";

const bank = await startFaultyBank({ sessionLifetimeMs: 60_000 });
afterAll(() => bank.stop());
const fake = bank.fake();

testOpenBankingProvider(bank.provider({ isSigned: true }), { fake, test });

testOpenBankingProvider(bank.provider(), { fake, test, request: { currency: "USD", amountCents: 500 } });

testCardPageProvider(bank.cardPage({ isSigned: true }), { fake, test });

const correct = bank.provider({ isSigned: true });
/** Reports the correct adapter's event with changes. */
const reporting =
  (change: (event: ProviderEvent) => ProviderEvent | undefined): OpenBankingProvider["fetchOutcome"] =>
  async (sessionId, pollNumber, options) => {
    const [event] = [(await correct.fetchOutcome(sessionId, pollNumber, options)) ?? []].flat();
    return event && change(event);
  };
let count = 0;

const mistakes: [mistake: string, change: Partial<OpenBankingProvider>, title: RegExp][] = [
  ["a code with a blank", { code: "my bank" }, /URL-safe code/],
  [
    "an expiry in seconds",
    { createSession: async (request) => ({ ...(await correct.createSession(request)), expiresAt: 1_800_000_000 }) },
    /epoch milliseconds/,
  ],
  [
    "a path instead of a URL",
    { createSession: async (request) => ({ ...(await correct.createSession(request)), redirectUrl: "/pay" }) },
    /absolute URL/,
  ],
  [
    "a new session for each call",
    { createSession: (request) => correct.createSession({ ...request, attemptId: `${request.attemptId}${count++}` }) },
    /one session per attempt/,
  ],
  [
    "one session for every attempt",
    { createSession: (request) => correct.createSession({ ...request, attemptId: "att_same" }) },
    /separate sessions/,
  ],
  [
    "success before the buyer has paid",
    { fetchOutcome: async () => ({ type: "provider.success" }) },
    /no final outcome while the buyer/,
  ],
  ["no event after a payment", { fetchOutcome: async () => undefined }, /payment of the full amount/],
  [
    "an amount in major units",
    { fetchOutcome: reporting((event) => ({ ...event, amountCents: (event.amountCents ?? 0) / 100 })) },
    /payment of the full amount/,
  ],
  [
    "an unknown event type",
    // The invalid value is the test.
    { fetchOutcome: reporting((event) => ({ ...event, type: "paid" as ProviderEvent["type"] })) },
    /payment of the full amount/,
  ],
  [
    "another reference each time",
    { fetchOutcome: reporting((event) => ({ ...event, reference: `${count++}` })) },
    /identically at each poll/,
  ],
  [
    "an outcome at the first poll only",
    {
      fetchOutcome: async (sessionId, pollNumber, options) =>
        pollNumber > 1 ? undefined : correct.fetchOutcome(sessionId, pollNumber, options),
    },
    /identically at each poll/,
  ],
  [
    "a part without its amount",
    { fetchOutcome: reporting(({ amountCents: _, ...event }) => event) },
    /partial payment without its amount/,
  ],
  [
    "another currency without its code",
    { fetchOutcome: reporting(({ currency: _, ...event }) => event) },
    /in another currency without that currency/,
  ],
  [
    "a rejection that is not reported",
    { fetchOutcome: reporting((event) => (event.type === "provider.rejected" ? undefined : event)) },
    /reports a rejected payment/,
  ],
  [
    "an expiry reported as a success",
    {
      fetchOutcome: reporting((event) =>
        event.type === "provider.session_expired" ? { type: "provider.success" } : event,
      ),
    },
    /an expired session/,
  ],
  [
    "a success for an unknown session",
    {
      fetchOutcome: (sessionId, pollNumber, options) =>
        correct.fetchOutcome(sessionId, pollNumber, options).catch(() => ({ type: "provider.success" as const })),
    },
    /does not know/,
  ],
  [
    "a timeout shorter than a late response",
    {
      createSession: (request) =>
        correct.createSession({ ...request, signal: AbortSignal.any([request.signal, AbortSignal.timeout(100)]) }),
    },
    /responds late/,
  ],
  ["a signal that is not passed on", bank.provider({ ignoresSignal: true }), /signal is aborted/],
  [
    "a bank that is down reported as a rejection",
    {
      fetchOutcome: (sessionId, pollNumber, options) =>
        correct.fetchOutcome(sessionId, pollNumber, options).catch(() => ({ type: "provider.rejected" as const })),
    },
    /provider is down/,
  ],
  [
    "a response that cannot be parsed reported as no event",
    {
      fetchOutcome: (sessionId, pollNumber, options) =>
        correct.fetchOutcome(sessionId, pollNumber, options).catch(() => undefined),
    },
    /cannot be parsed/,
  ],
  [
    "a callback whose signature is not checked",
    { readCallback: async ({ body }) => JSON.parse(new TextDecoder().decode(body)) },
    /unsigned callback/,
  ],
  [
    "a callback whose signature header is checked only for presence",
    {
      async readCallback({ headers, body }) {
        if (headers["x-bank-signature"] === undefined) throw new Error("not signed");
        return JSON.parse(new TextDecoder().decode(body));
      },
    },
    /unsigned callback/,
  ],
  [
    "a callback about another session",
    {
      async readCallback(request) {
        const callback = await correct.readCallback?.(request);
        if (callback === undefined) throw new Error("nothing read");
        return { ...callback, sessionId: "another" };
      },
    },
    /reads a callback/,
  ],
  [
    "no session without the buyer's account",
    {
      createSession(request) {
        if (request.sender === undefined && request.instant) throw new Error("sender is required");
        return correct.createSession(request);
      },
    },
    /buyer's account/,
  ],
];

test.each(mistakes)("finds %s", async (_, change, title) => {
  const checks = testOpenBankingProvider({ ...correct, ...change }, { fake });
  const named = checks.filter((check) => title.test(check.title));
  expect(named.length).toBeGreaterThan(0);
  const failures = await Promise.all(named.map(failureOf));
  expect(failures.some((failure) => failure !== undefined)).toBe(true);
});

test("every check of the suites fails for at least one mistake", () => {
  const checks = testOpenBankingProvider(correct, { fake });
  const unproven = checks.filter(({ title }) => !mistakes.some(([, , wanted]) => wanted.test(title)));
  expect(unproven.map(({ title }) => title)).toEqual(["throws for a callback whose body was changed by one byte"]);
});

test("a changed body is found when only its length is signed", async () => {
  const readCallback: OpenBankingProvider["readCallback"] = async (request) => {
    const text = new TextDecoder().decode(request.body);
    if (request.headers["x-bank-signature"] === undefined) throw new Error("not signed");
    return { sessionId: text.length.toString(), event: { type: "provider.success" } };
  };
  const check = testOpenBankingProvider({ ...correct, readCallback }, { fake }).find(({ title }) =>
    title.includes("changed by one byte"),
  );
  expect(check && (await failureOf(check))).toContain("a changed callback was accepted");
});

test("an adapter that reads callbacks needs a fake that sends some", () => {
  const { callback: _, ...silent } = fake;
  expect(() => testOpenBankingProvider(correct, { fake: silent })).toThrow("must implement `callback`");
});

test("an adapter may be a class", async () => {
  class Bank implements OpenBankingProvider {
    readonly code = "classbank";
    readonly #inner = correct;
    createSession = correct.createSession;
    fetchOutcome: OpenBankingProvider["fetchOutcome"] = (...call) => this.#inner.fetchOutcome(...call);
    async readCallback(request: Parameters<NonNullable<OpenBankingProvider["readCallback"]>>[0]) {
      const callback = await this.#inner.readCallback?.(request);
      if (callback === undefined) throw new Error("nothing read");
      return callback;
    }
  }
  for (const check of testOpenBankingProvider(new Bank(), { fake })) {
    if (check.title.includes("callback")) expect(await failureOf(check), check.title).toBeUndefined();
  }
});

async function failureOf({ run }: ConformanceCheck): Promise<string | undefined> {
  return run().then(
    () => undefined,
    (error: Error) => error.message,
  );
}
