// A bank or a card page as the flows see it: each call is guarded, and what comes back is read once, here. A flow cannot call the
// adapter past this by mistake: the adapter's methods want a signal that only the guard has.
import { type ProviderEvent, readProviderEvent } from "../domain/evidence.js";
import { type AdapterCalls, type AdapterOperation, MalformedResultError } from "./adapter-calls.js";
import type { CardPageProvider, CardSessionRequest } from "./card-page-provider.js";
import type { OpenBankingProvider, ProviderSession, ProviderSessionRequest } from "./open-banking-provider.js";

export interface ProviderClient<Request extends { merchantId: string }> {
  code: string;
  /** @throws AdapterCallError */
  createSession(request: Omit<Request, "signal">): Promise<ProviderSession>;
  /** In the provider's order; empty while the buyer is still at it. @throws AdapterCallError */
  fetchOutcome(sessionId: string, pollNumber: number): Promise<ProviderEvent[]>;
  /** Whether a question would reach the provider now. */
  mayAsk(): boolean;
  /** Undefined when the provider's callbacks are hints only. @throws AdapterCallError, `error` for what is not the provider's. */
  readCallback: ((request: CallbackRequest) => Promise<{ sessionId: string; event: ProviderEvent }>) | undefined;
}

export type BankClient = ProviderClient<ProviderSessionRequest>;
export type CardPageClient = ProviderClient<CardSessionRequest>;

interface CallbackRequest {
  headers: Record<string, string | string[] | undefined>;
  body: Uint8Array;
}

export interface ProviderClientOptions {
  calls: AdapterCalls;
  /** Names the adapter in metrics and logs, such as `open_banking_live`. */
  adapter: string;
  /** For opening a session and for a question. */
  timeoutMs: number;
  /** False for the built-in sandbox, whose magic amounts fail on purpose. */
  hasCircuit?: boolean | undefined;
}

/** Whoever called back waits for the response, and repeats the call without one. */
const callbackTimeoutMs = 5000;
const concurrent = { createSession: 400, fetchOutcome: 60, readCallback: 100 };

export function bankClient(provider: OpenBankingProvider, options: ProviderClientOptions): BankClient {
  return clientOf(provider, options, (request, signal) => provider.createSession({ ...request, signal }));
}

export function cardPageClient(provider: CardPageProvider, options: ProviderClientOptions): CardPageClient {
  return clientOf(provider, options, (request, signal) => provider.createSession({ ...request, signal }));
}

function clientOf<Request extends { merchantId: string }>(
  provider: Omit<OpenBankingProvider, "createSession">,
  { calls, adapter, timeoutMs, hasCircuit = true }: ProviderClientOptions,
  createSession: (request: Omit<Request, "signal">, signal: AbortSignal) => Promise<ProviderSession>,
): ProviderClient<Request> {
  const circuit = hasCircuit ? "failures" : "none";
  const operation = (name: keyof typeof concurrent): AdapterOperation => ({
    adapter,
    operation: name,
    timeoutMs,
    maxConcurrent: concurrent[name],
    circuit,
  });
  const opening = operation("createSession");
  const asking = operation("fetchOutcome");
  // Anybody may send a callback with a wrong signature: that must not close the door to the provider's own.
  const reading: AdapterOperation = {
    ...operation("readCallback"),
    timeoutMs: Math.min(timeoutMs, callbackTimeoutMs),
    circuit: hasCircuit ? "timeouts" : "none",
  };
  return {
    code: provider.code,
    createSession: (request) =>
      calls.call(
        opening,
        async (signal) => readSession(await createSession(request, signal)),
        // Sound: Omit of a generic loses what it keeps.
        (request as { merchantId: string }).merchantId,
      ),
    fetchOutcome: (sessionId, pollNumber) =>
      calls.call(asking, async (signal) => readEvents(await provider.fetchOutcome(sessionId, pollNumber, { signal }))),
    mayAsk: () => calls.isAvailable(asking),
    readCallback:
      provider.readCallback &&
      ((request) =>
        calls.call(reading, async (signal) => readCallback(await provider.readCallback?.({ ...request, signal })))),
  };
}

/** Treats a malformed session as no session. */
function readSession(given: unknown): ProviderSession {
  const { sessionId, redirectUrl, expiresAt } = fieldsOf(given);
  if (typeof sessionId !== "string" || sessionId === "") {
    throw new MalformedResultError("createSession gave no sessionId.");
  }
  if (typeof redirectUrl !== "string" || !/^https?:\/\//.test(redirectUrl) || !URL.canParse(redirectUrl)) {
    throw new MalformedResultError("createSession gave no redirectUrl that is absolute http(s).");
  }
  return { sessionId, redirectUrl, expiresAt: Number.isSafeInteger(expiresAt) ? Number(expiresAt) : undefined };
}

/** One unusable event does not hide the others: they may be money. Nothing but unusable ones is an error. */
function readEvents(given: unknown): ProviderEvent[] {
  if (given == null) return [];
  const reported = [given].flat();
  const events = reported.flatMap((event) => {
    try {
      return [readProviderEvent(event)];
    } catch {
      return [];
    }
  });
  if (events.length === 0 && reported.length > 0) {
    throw new MalformedResultError("fetchOutcome gave events that do not say what happened.");
  }
  return events;
}

function readCallback(given: unknown): { sessionId: string; event: ProviderEvent } {
  const { sessionId, event } = fieldsOf(given);
  if (typeof sessionId !== "string" || sessionId === "") {
    throw new MalformedResultError("readCallback gave no sessionId.");
  }
  return { sessionId, event: readProviderEvent(event) };
}

function fieldsOf(given: unknown): Readonly<Record<string, unknown>> {
  return typeof given === "object" && given !== null ? { ...given } : {};
}
