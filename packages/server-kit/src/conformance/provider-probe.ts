// An adapter and its fake, ready to be tried: what all groups of checks share.
import { ok, strictEqual } from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { ProviderEvent } from "../domain/evidence.js";
import { providerEventTypes } from "../domain/transition-graph.js";
import type { ProviderSession } from "../outbound/open-banking-provider.js";
import { rejects, within } from "./conformance-check.js";
import type { FakeBehaviour, FakeProvider } from "./fake-provider.js";

/** An adapter with its request already made: what the checks of banks and card pages share. */
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

export interface ProviderProbe {
  adapter: AdapterUnderTest;
  fake: FakeProvider;
  newAttempt(): string;
  /** A signal that outlasts every right response. */
  patient(): AbortSignal;
  open(attemptId?: string): Promise<ProviderSession>;
  ask(sessionId: string, pollNumber?: number): Promise<ProviderEvent[]>;
  whileFakeIs(how: FakeBehaviour, run: () => Promise<void>): Promise<void>;
  /** Calls, aborts, and wants the call to end. */
  endsWithItsSignal(what: string, call: (signal: AbortSignal) => Promise<unknown>): Promise<void>;
}

/** Longer than any right response of a fake, shorter than a test runner's patience. */
export const patienceMs = 3000;
/** From the signal to the end of the call. */
const abortPatienceMs = 1000;

export function createProbe(adapter: AdapterUnderTest, fake: FakeProvider): ProviderProbe {
  const patient = () => AbortSignal.timeout(patienceMs);
  const newAttempt = () => `att_${randomUUID().replaceAll("-", "")}`;
  return {
    adapter,
    fake,
    newAttempt,
    patient,
    open: (attemptId = newAttempt()) =>
      within(patienceMs, "createSession", adapter.open({ attemptId, signal: patient() })),
    async ask(sessionId, pollNumber = 1) {
      const asked = adapter.fetchOutcome(sessionId, pollNumber, { signal: patient() });
      return [(await within(patienceMs, "fetchOutcome", asked)) ?? []].flat();
    },
    async whileFakeIs(how, run) {
      await fake.behave(how);
      try {
        await run();
      } finally {
        await fake.behave("well");
      }
    },
    async endsWithItsSignal(what, call) {
      const controller = new AbortController();
      const work = call(controller.signal);
      work.catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 50));
      controller.abort();
      ok(
        await rejects(abortPatienceMs, `${what} after its signal was aborted`, work),
        `${what} resolved although the provider never answered`,
      );
    },
  };
}

export function requireKnownWords(reported: readonly ProviderEvent[]): void {
  const known: readonly string[] = providerEventTypes;
  const unknown = reported.map(({ type }) => type).filter((type) => !known.includes(type));
  strictEqual(unknown.length, 0, `no such event: ${unknown.join(", ")}; there are ${known.join(", ")}`);
}
