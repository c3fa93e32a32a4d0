// The guarded client of a bank or card page: each call is guarded, and its result is parsed here. Flows cannot bypass
// it by mistake: the adapter's methods require a signal that only the guard has.
import { type ProviderEvent, readProviderEvent } from "../domain/evidence.js";
import { fieldsOf } from "../domain/read-field.js";
import type { AdapterCalls, AdapterOperation } from "./adapter-calls.js";
import { MalformedResultError } from "./adapter-outcome.js";
import type { CardPageProvider, CardSessionRequest } from "./card-page-provider.js";
import type { OpenBankingProvider, ProviderSession, ProviderSessionRequest } from "./open-banking-provider.js";

export interface ProviderClient<Request extends { merchantId: string }> {
  code: string;
  /**
   * @param onLate gets the session of an adapter that responds after its deadline, when this call has failed.
   * @throws AdapterCallError
   */
  createSession(request: Omit<Request, "signal">, onLate: (session: ProviderSession) => void): Promise<ProviderSession>;
  /** In the provider's order; empty while the buyer is not finished. @throws AdapterCallError */
  fetchOutcome(sessionId: string, pollNumber: number): Promise<ProviderEvent[]>;
  /** Whether a poll would be attempted now (circuit closed). */
  isAvailable(): boolean;
  /**
   * Undefined when the adapter cannot authenticate callbacks: each then only triggers a poll.
   * @throws AdapterCallError, with outcome `error` for a callback that is not from the provider.
   */
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
  /** Identifies the adapter in metrics and logs, such as `open_banking_live`. */
  adapter: string;
  /** Timeout for opening a session and for a poll, milliseconds. */
  timeoutMs: number;
  /** False for the built-in sandbox, whose magic amounts fail on purpose. */
  hasCircuit?: boolean | undefined;
}

/** The caller of a callback waits for the response, and repeats the call if there is none. */
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
  const polling = operation("fetchOutcome");
  // Anyone can send a callback with an invalid signature: that must not open the circuit for the provider's own callbacks.
  const reading: AdapterOperation = {
    ...operation("readCallback"),
    timeoutMs: Math.min(timeoutMs, callbackTimeoutMs),
    circuit: hasCircuit ? "timeouts" : "none",
  };
  return {
    code: provider.code,
    createSession: (request, onLate) =>
      calls.call(
        opening,
        async (signal) => {
          const session = readSession(await createSession(request, signal));
          if (signal.aborted) onLate(session);
          return session;
        },
        // TypeScript loses the remaining fields in Omit of a generic.
        (request as { merchantId: string }).merchantId,
      ),
    fetchOutcome: (sessionId, pollNumber) =>
      calls.call(polling, async (signal) => readEvents(await provider.fetchOutcome(sessionId, pollNumber, { signal }))),
    isAvailable: () => calls.isAvailable(polling),
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
    throw new MalformedResultError("createSession returned no sessionId.");
  }
  if (typeof redirectUrl !== "string" || !/^https?:\/\//.test(redirectUrl) || !URL.canParse(redirectUrl)) {
    throw new MalformedResultError("createSession returned no absolute http(s) redirectUrl.");
  }
  return { sessionId, redirectUrl, expiresAt: Number.isSafeInteger(expiresAt) ? Number(expiresAt) : undefined };
}

/** Skips malformed events, because the others may be money. An error when all are malformed. */
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
    throw new MalformedResultError("fetchOutcome returned events without a type.");
  }
  return events;
}

function readCallback(given: unknown): { sessionId: string; event: ProviderEvent } {
  const { sessionId, event } = fieldsOf(given);
  if (typeof sessionId !== "string" || sessionId === "") {
    throw new MalformedResultError("readCallback returned no sessionId.");
  }
  return { sessionId, event: readProviderEvent(event) };
}
