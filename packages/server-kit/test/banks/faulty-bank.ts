// A bank or card processor with injected failures, as a real HTTP server: it hangs, responds late, is down, sends invalid responses, repeats
// events, confirms another currency or a part of the amount, expires sessions. And the port to it, as a host would write it.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type {
  CardPageProvider,
  CardSessionRequest,
  OpenBankingProvider,
  ProviderEvent,
  ProviderSession,
} from "../../src/index.js";
import type { FakeProvider } from "../../src/testing.js";
import { listen } from "../listen.js";

/**
 * - `hang`: the request is read and gets no response.
 * - `down`: 503.
 * - `garbage`: 200 with a body that is not JSON.
 * - `reset`: the connection is closed.
 * - `lateMs`: the correct response, after that many real milliseconds.
 */
export type BankFailure = "hang" | "down" | "garbage" | "reset" | { lateMs: number };

export type BankOperation = "createSession" | "fetchOutcome";

/** One session at the bank. */
export interface BankSession {
  sessionId: string;
  request: Omit<CardSessionRequest, "signal"> & Record<string, unknown>;
  expiresAt: number | undefined;
  /** The events that each poll returns. */
  events: ProviderEvent[];
  /** Polls that reached the bank, including those without a response. */
  pollCount: number;
}

export interface FaultyBankOptions {
  /** For `expiresAt` of sessions; default the platform's. */
  clock?: { now(): number } | undefined;
  /** How long a session may be used; left out, sessions have no `expiresAt`. */
  sessionLifetimeMs?: number | undefined;
}

export interface PortOptions {
  /** Default `faultybank`. Another one simulates a changed configuration. */
  code?: string | undefined;
  /** Callbacks are signed and read by `readCallback`; default false: the port has no `readCallback`. */
  isSigned?: boolean | undefined;
  /** The port does not pass the signal on: its calls never settle while the bank hangs. */
  ignoresSignal?: boolean | undefined;
}

export type FaultyBank = Awaited<ReturnType<typeof startFaultyBank>>;

export const callbackSecret = "faulty-bank-callback-secret";
const signatureHeader = "x-bank-signature";

export async function startFaultyBank({ clock = Date, sessionLifetimeMs }: FaultyBankOptions = {}) {
  const sessions = new Map<string, BankSession>();
  const failures = new Map<string, BankFailure>();
  let openedCount = 0;
  /** Requests by operation, repeats of one attempt included. */
  const callCounts = { createSession: 0, fetchOutcome: 0 };

  const { url: origin, close: stop } = await listen((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, place, id = ""] = new URL(request.url ?? "/", origin).pathname.split("/");
    const body = await textOf(request);
    if (place !== "sessions") return void response.writeHead(404).end();
    if (request.method === "POST") {
      callCounts.createSession += 1;
      return respond(response, failureOf("createSession"), () => openSession(JSON.parse(body)));
    }
    callCounts.fetchOutcome += 1;
    const session = sessions.get(id);
    if (session !== undefined) session.pollCount += 1;
    return respond(
      response,
      failureOf("fetchOutcome", id),
      () => session && { events: session.events, ...statusOf(session) },
    );
  }

  function openSession(request: BankSession["request"]): object {
    const sessionId = `bank-${request.attemptId}`;
    // As the port requires: one attempt has one session, however often it is requested.
    let session = sessions.get(sessionId);
    if (session === undefined) {
      openedCount += 1;
      const expiresAt = sessionLifetimeMs === undefined ? undefined : clock.now() + sessionLifetimeMs;
      session = { sessionId, request, expiresAt, events: [], pollCount: 0 };
      sessions.set(sessionId, session);
    }
    return { sessionId, redirectUrl: `${origin}/pay/${sessionId}`, expiresAt: session.expiresAt };
  }

  function failureOf(operation: BankOperation, sessionId = ""): BankFailure | undefined {
    return failures.get(`${operation} ${sessionId}`) ?? failures.get(operation);
  }

  function portCalls({ ignoresSignal = false }: PortOptions) {
    return async (path: string, signal: AbortSignal | undefined, body?: object): Promise<Record<string, unknown>> => {
      const response = await fetch(origin + path, {
        ...(body && { method: "POST", body: JSON.stringify(body) }),
        ...(!ignoresSignal && signal && { signal }),
      });
      if (!response.ok) throw new Error(`The bank responded with ${response.status}.`);
      // The server above responds with objects; anything else throws here.
      return (await response.json()) as Record<string, unknown>;
    };
  }

  /** The port for banks. */
  function provider(options: PortOptions = {}): OpenBankingProvider {
    return { ...port(options), createSession: open(options) };
  }

  /** The port for card pages. */
  function cardPage(options: PortOptions = {}): CardPageProvider {
    return { ...port(options), createSession: open(options) };
  }

  function open(options: PortOptions) {
    const call = portCalls(options);
    // OpenSession responds with the fields of a session.
    return async ({ signal, ...request }: CardSessionRequest) =>
      (await call("/sessions", signal, request)) as unknown as ProviderSession;
  }

  function port(options: PortOptions): Omit<OpenBankingProvider, "createSession"> {
    const call = portCalls(options);
    return {
      code: options.code ?? "faultybank",
      async fetchOutcome(sessionId: string, _pollNumber: number, callOptions?: { signal?: AbortSignal }) {
        const { events } = await call(`/sessions/${encodeURIComponent(sessionId)}`, callOptions?.signal);
        if (!Array.isArray(events)) throw new Error("The bank's response has no events.");
        return events.length === 0 ? undefined : events;
      },
      ...(options.isSigned && { readCallback }),
    };
  }

  async function readCallback({
    headers,
    body,
  }: {
    headers: Record<string, string | string[] | undefined>;
    body: Uint8Array;
  }): Promise<{ sessionId: string; event: ProviderEvent }> {
    const given = Buffer.from(String(headers[signatureHeader] ?? ""), "hex");
    const expected = createHmac("sha256", callbackSecret).update(body).digest();
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new Error("not signed by the bank");
    return JSON.parse(new TextDecoder().decode(body));
  }

  /** A callback as the bank sends it: with `event` as its own event, otherwise as a hint to poll. */
  function callbackOf(sessionId: string, event?: ProviderEvent): { headers: Record<string, string>; body: string } {
    const session = sessions.get(sessionId);
    const body = JSON.stringify({ sessionId, event, ...(session && statusOf(session)) });
    const signature = createHmac("sha256", callbackSecret).update(body).digest("hex");
    return { headers: { "content-type": "application/json", [signatureHeader]: signature }, body };
  }

  function setEvents(sessionId: string, ...events: ProviderEvent[]): void {
    const session = sessions.get(sessionId);
    if (session === undefined) throw new Error(`There is no session ${sessionId} at the bank.`);
    session.events = events;
  }

  return {
    origin,
    sessions,
    callCounts,
    provider,
    cardPage,
    callbackOf,
    /** Sessions that were opened, repeats not counted. */
    openedCount: () => openedCount,
    /** The newest session, for tests with one. */
    latest(): BankSession {
      const session = [...sessions.values()].at(-1);
      if (session === undefined) throw new Error("No session was opened at the bank.");
      return session;
    },
    /** Sets the events that every later poll of the session returns; none: the buyer has not finished. */
    setEvents,
    /** Sets how the bank fails from now on, for all sessions or for one. Undefined: it does not. */
    failWith(operation: BankOperation, failure: BankFailure | undefined, sessionId?: string): void {
      const key = sessionId === undefined ? operation : `${operation} ${sessionId}`;
      if (failure === undefined) failures.delete(key);
      else failures.set(key, failure);
    },
    recover: () => failures.clear(),
    /** The bank as the conformance suites expect it. */
    fake(): FakeProvider {
      return {
        behave(mode) {
          for (const operation of ["createSession", "fetchOutcome"] as const) {
            if (mode === "well") failures.delete(operation);
            else failures.set(operation, mode === "late" ? { lateMs: 300 } : mode);
          }
        },
        pay: (sessionId, money) =>
          setEvents(sessionId, { type: "provider.success", ...money, reference: `T-${sessionId}` }),
        refuse: (sessionId) => setEvents(sessionId, { type: "provider.rejected" }),
        expire: (sessionId) => setEvents(sessionId, { type: "provider.session_expired" }),
        openedCount: () => openedCount,
        callback: (sessionId) => callbackOf(sessionId, sessions.get(sessionId)?.events.at(-1)),
      };
    },
    /** Posts a callback to the address that the service gave; returns the response. */
    async callBack(sessionId: string, event?: ProviderEvent): Promise<Response> {
      const { headers, body } = callbackOf(sessionId, event);
      const target = String(sessions.get(sessionId)?.request.callbackUrl);
      return fetch(target, { method: "POST", headers, body });
    },
    stop,
  };
}

/** The last event in the bank's own terms, for adapters that translate. */
function statusOf({ events }: BankSession): object {
  const last = events.at(-1);
  const words: Partial<Record<ProviderEvent["type"], string>> = {
    "provider.success": "paid",
    "provider.rejected": "refused",
    "provider.session_expired": "expired",
  };
  return {
    status: (last && words[last.type]) ?? "open",
    amount: last?.amountCents,
    currency: last?.currency,
    reference: last?.reference,
  };
}

async function respond(
  response: ServerResponse,
  failure: BankFailure | undefined,
  createBody: () => object | undefined,
): Promise<void> {
  if (failure === "hang") return;
  if (failure === "reset") return void response.destroy();
  if (failure === "down") return void response.writeHead(503).end();
  if (failure === "garbage") return void response.end("<html>Maintenance</html>");
  if (failure !== undefined) await new Promise((resolve) => setTimeout(resolve, failure.lateMs));
  const found = createBody();
  if (found === undefined) return void response.writeHead(404).end();
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(found));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}
