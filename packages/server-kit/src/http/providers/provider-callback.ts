// POST /providers/{code}/callback: a provider reports an event. The event is used only when the provider's adapter has authenticated it;
// otherwise the callback is only a hint to poll the provider.
import { type Environment, environments } from "../../domain/environment.js";
import type { ProviderEvent } from "../../domain/evidence.js";
import { type ProviderPlace, placeOfKind } from "../../domain/payment.js";
import { Refusal } from "../../domain/refusal.js";
import { type ApplyEventDependencies, applyProviderEvent } from "../../flows/apply-event.js";
import type { Providers } from "../../flows/find-provider.js";
import type { SessionPolling } from "../../flows/session-polling.js";
import { AdapterCallError } from "../../outbound/adapter-outcome.js";
import type { BankClient, CardPageClient } from "../../outbound/provider-client.js";
import { type Call, type Endpoint, sendJson } from "../call.js";
import { readBody } from "../read-body.js";
import { isTooDeep } from "../strict-json.js";

export type CallbackDependencies = ApplyEventDependencies & Providers & { polling: SessionPolling };

type AnyProvider = BankClient | CardPageClient;

/** How long a provider waits for the response to a hint while its own API is slow. */
const responseTimeoutMs = 4000;
/** For a callback that could not be processed: the provider should send it again. */
const retryAfterSeconds = 30;

/** A possible sender of a callback, and the sessions it may report on. */
interface Sender {
  environment: Environment;
  place: ProviderPlace;
  provider: AnyProvider;
}

export function providerCallbackEndpoint(dependencies: CallbackDependencies): Endpoint {
  return {
    method: "POST",
    path: "/providers/:code/callback",
    operation: undefined,
    steps: [readBody, (call) => receiveCallback(dependencies, call)],
  };
}

async function receiveCallback(dependencies: CallbackDependencies, call: Call): Promise<void> {
  const code = call.params.code ?? "";
  const candidates = sendersOf(dependencies, code);
  if (candidates.length === 0) throw new Refusal("ROUTE_NOT_FOUND");
  const body = bodyBytes(call);
  let mayBeGenuine = false;
  for (const { environment, place, provider } of candidates) {
    const reported = await readCallback(provider, call, body);
    if (reported === "not_read") throw notProcessed();
    if (reported === undefined) continue;
    mayBeGenuine = true;
    const { storage } = dependencies;
    // No session id has the character NUL, which PostgreSQL cannot compare.
    if (reported.sessionId.includes("\0")) continue;
    const session = await storage.read((records) => records.attempts.findBySession(code, reported.sessionId));
    const payment = session && (await storage.read((records) => records.payments.find(session.paymentId)));
    // Signed with the test account's secret, it must not affect a live payment.
    if (session === undefined || payment?.environment !== environment) continue;
    if (placeOfKind[session.kind] !== place) continue;
    const { paymentId, attemptId } = session;
    if (reported.event !== undefined) await applyProviderEvent(dependencies, paymentId, reported.event, { attemptId });
    else {
      const result = await dependencies.polling.pollWithin(attemptId, responseTimeoutMs);
      if (result === "failed" || result === "pending") throw notProcessed();
    }
    sendJson(call, 200, { received: true });
    return;
  }
  throw new Refusal(mayBeGenuine ? "PAYMENT_NOT_FOUND" : "CALLBACK_NOT_AUTHENTIC");
}

/** Test and live may be two accounts at one provider, and banks and cards two of its products, all under one code. */
function sendersOf({ providers, cardPages }: Providers, code: string): Sender[] {
  return environments
    .flatMap((environment) => [
      { environment, place: "bank" as const, provider: providers[environment] },
      { environment, place: "card" as const, provider: cardPages[environment] },
    ])
    .filter((sender): sender is Sender => sender.provider?.code === code);
}

type ReportedEvent = { sessionId: string; event: ProviderEvent | undefined };

/** Undefined: it was not sent by the provider. `not_read`: the provider's adapter did not complete. */
async function readCallback(
  provider: AnyProvider,
  { ctx, query }: Call,
  body: Uint8Array,
): Promise<ReportedEvent | undefined | "not_read"> {
  if (provider.readCallback === undefined) {
    const sessionId = query.sessionId ?? query.session_id ?? sessionIdIn(body);
    return sessionId === undefined ? undefined : { sessionId, event: undefined };
  }
  try {
    return await provider.readCallback({ headers: ctx.req.headers, body });
  } catch (error) {
    if (!(error instanceof AdapterCallError)) throw error;
    return error.outcome === "error" || error.outcome === "malformed" ? undefined : "not_read";
  }
}

/** A session id in a JSON or form body, under either of its usual names. */
function sessionIdIn(body: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(body);
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch {
    fields = Object.fromEntries(new URLSearchParams(text));
  }
  if (typeof fields !== "object" || fields === null) return undefined;
  const found: unknown =
    "sessionId" in fields ? fields.sessionId : "session_id" in fields ? fields.session_id : undefined;
  return typeof found === "string" && found !== "" ? found : undefined;
}

function bodyBytes({ received }: Call): Uint8Array {
  if (received === undefined) return new Uint8Array();
  if (received.kind === "bytes") return received.bytes;
  // It cannot be written as text again, and is no provider's.
  if (isTooDeep(received.value)) throw new Refusal("INVALID_JSON", { message: "The body is nested too deeply." });
  return new TextEncoder().encode(JSON.stringify(received.value));
}

function notProcessed(): Refusal {
  return new Refusal("CALLBACK_NOT_PROCESSED", { retryAfterSeconds });
}
