// Calls an adapter with deadlines while its fake provider behaves as a check needs.
import { ok, strictEqual } from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { ProviderEvent } from "../domain/evidence.js";
import { providerEventTypes } from "../domain/transition-graph.js";
import type { OpenBankingProvider, ProviderSession } from "../outbound/open-banking-provider.js";
import { hasRejected, within } from "./conformance-check.js";
import type { FakeBehaviour, FakeProvider } from "./fake-provider.js";

/** The common interface of bank and card-page adapters, with the request to open a session filled in. */
export interface AdapterUnderTest {
  readonly code: string;
  open(how: { attemptId: string; signal: AbortSignal }): Promise<ProviderSession>;
  fetchOutcome(
    sessionId: string,
    pollNumber: number,
    how: { signal: AbortSignal },
  ): Promise<ProviderEvent | ProviderEvent[] | undefined>;
  readCallback:
    | ((request: {
        headers: Record<string, string | string[] | undefined>;
        body: Uint8Array;
        signal: AbortSignal;
      }) => Promise<{ sessionId: string; event: ProviderEvent }>)
    | undefined;
  due: { amountCents: number; currency: string };
}

/** A bank's or a card page's adapter, called as its methods. */
export function adapterUnderTest(
  adapter: Omit<OpenBankingProvider, "createSession">,
  open: AdapterUnderTest["open"],
  { amountCents, currency }: AdapterUnderTest["due"],
): AdapterUnderTest {
  return {
    get code() {
      return adapter.code;
    },
    open,
    fetchOutcome: (sessionId, pollNumber, how) => adapter.fetchOutcome(sessionId, pollNumber, how),
    // Only called while the adapter has it, as its method.
    readCallback: adapter.readCallback && ((callback) => (adapter as Required<typeof adapter>).readCallback(callback)),
    due: { amountCents, currency },
  };
}

export interface ProviderProbe {
  adapter: AdapterUnderTest;
  fake: FakeProvider;
  open(attemptId?: string): Promise<ProviderSession>;
  poll(sessionId: string, pollNumber?: number): Promise<ProviderEvent[]>;
  whileFakeIs(how: FakeBehaviour, run: () => Promise<void>): Promise<void>;
  /** Calls, aborts, and requires the call to end within a second. */
  endsWhenAborted(what: string, call: (signal: AbortSignal) => Promise<unknown>): Promise<void>;
}

/** Longer than any correct response of a fake, shorter than the timeout of a test runner. */
export const callTimeoutMs = 3000;
/** From the abort of the signal to the end of the call. */
const abortTimeoutMs = 1000;

/** The id of an attempt, as the service makes them. */
export function newAttempt(): string {
  return `att_${randomUUID().replaceAll("-", "")}`;
}

/** A signal with a deadline later than any correct response. */
export function deadline(): AbortSignal {
  return AbortSignal.timeout(callTimeoutMs);
}

export function createProbe(adapter: AdapterUnderTest, fake: FakeProvider): ProviderProbe {
  return {
    adapter,
    fake,
    open: (attemptId = newAttempt()) =>
      within(callTimeoutMs, "createSession", adapter.open({ attemptId, signal: deadline() })),
    async poll(sessionId, pollNumber = 1) {
      const polling = adapter.fetchOutcome(sessionId, pollNumber, { signal: deadline() });
      return [(await within(callTimeoutMs, "fetchOutcome", polling)) ?? []].flat();
    },
    async whileFakeIs(how, run) {
      await fake.behave(how);
      try {
        await run();
      } finally {
        await fake.behave("well");
      }
    },
    async endsWhenAborted(what, call) {
      const controller = new AbortController();
      const work = call(controller.signal);
      work.catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 50));
      controller.abort();
      ok(
        await hasRejected(abortTimeoutMs, `${what} after its signal was aborted`, work),
        `${what} resolved although the provider never responded`,
      );
    },
  };
}

export function requireKnownWords(reported: readonly ProviderEvent[]): void {
  const known: readonly string[] = providerEventTypes;
  const unknown = reported.map(({ type }) => type).filter((type) => !known.includes(type));
  strictEqual(unknown.length, 0, `unknown event: ${unknown.join(", ")}; valid are ${known.join(", ")}`);
}
