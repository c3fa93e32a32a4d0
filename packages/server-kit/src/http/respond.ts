// Runs the steps of an endpoint and always sends a response: common headers, OPTIONS, the steps, or the refusal that a step threw. Writes the
// request's log line, its metrics and the attributes of its span.
import { type Span, SpanStatusCode } from "@opentelemetry/api";
import type { Context } from "koa";
import type { Clock, Logger, RandomBytes } from "../domain/clock.js";
import { requireNoNul } from "../domain/nul-text.js";
import { Refusal } from "../domain/refusal.js";
import { currentTraceParent } from "../outbound/call-context.js";
import type { Call } from "./call.js";
import type { Match } from "./match-endpoint.js";
import { logRequest, merchantOf, traceIdOf } from "./request-line.js";
import { sendRefusal, toRefusal } from "./send-refusal.js";

export interface RespondDependencies {
  clock: Clock;
  logger: Logger;
  randomBytes: RandomBytes;
  /** For the metrics: called once per request. */
  onRequest?(request: { method: string; route: string | undefined; status: number; durationMs: number }): void;
  /** For browsers at a path that no endpoint has; left out, they get JSON too. */
  sendRefusalPage?: ((call: Call, refusal: Refusal) => void) | undefined;
  /** False during shutdown: requests are refused with 503, so that a load balancer uses another instance. */
  isAccepting(): boolean;
}

/** @param startedAt epoch milliseconds. */
export async function respond(
  dependencies: RespondDependencies,
  call: Call,
  found: Match,
  { startedAt, span }: { startedAt: number; span: Span | undefined },
): Promise<void> {
  const { ctx } = call;
  setCommonHeaders(call);
  // Prevents the client from reusing a connection that is about to close.
  if (!dependencies.isAccepting()) ctx.set("Connection", "close");
  try {
    if (ctx.method === "OPTIONS") sendOptions(ctx, found.allowed);
    else await runSteps(dependencies, call, found);
  } catch (error) {
    if (found.sendRefusalPage !== undefined && ctx.accepts("html", "json") !== "json") {
      found.sendRefusalPage(call, toRefusal(error));
    } else sendRefusal(dependencies, call, error);
  } finally {
    recordRequest(dependencies, call, found.route, startedAt);
    if (span !== undefined) describeResponse(span, call);
  }
}

/** The response to a path that no endpoint has: a page for browsers, otherwise JSON. */
export function respondNotFound(dependencies: RespondDependencies, call: Call): void {
  setCommonHeaders(call);
  const refusal = new Refusal("ROUTE_NOT_FOUND");
  // A browser lists HTML in Accept; a client that accepts anything gets JSON.
  const { sendRefusalPage } = dependencies;
  if (sendRefusalPage && call.ctx.accepts("json", "html") === "html") sendRefusalPage(call, refusal);
  else sendRefusal(dependencies, call, refusal);
  recordRequest(dependencies, call, undefined, dependencies.clock.now());
}

function setCommonHeaders({ ctx, requestId }: Call): void {
  ctx.set("X-Request-Id", requestId);
  ctx.set("Cache-Control", "no-store");
  ctx.set("X-Content-Type-Options", "nosniff");
}

function sendOptions(ctx: Context, allowed: readonly string[]): void {
  ctx.set("Allow", allowed.join(", "));
  ctx.status = 204;
}

/** The health endpoints respond during shutdown too, when they are needed most. The OpenAPI document uses nothing that could be closed. */
const alwaysOpen = new Set(["/health", "/live", "/ready", "/openapi.json"]);

async function runSteps({ isAccepting }: RespondDependencies, call: Call, { endpoint, allowed }: Match): Promise<void> {
  if (endpoint === undefined) {
    call.ctx.set("Allow", allowed.join(", "));
    throw new Refusal("METHOD_NOT_ALLOWED", { message: `This path accepts only ${allowed.join(", ")}.` });
  }
  if (!isAccepting() && !alwaysOpen.has(endpoint.path)) throw new Refusal("SHUTTING_DOWN", { retryAfterSeconds: 1 });
  if (endpoint.operation?.responses["406"] !== undefined && call.ctx.accepts("json") === false) {
    throw new Refusal("NOT_ACCEPTABLE");
  }
  // Operations check theirs by the contract, where they read it.
  if (endpoint.operation === undefined) requireNoNul(call.query);
  for (const step of endpoint.steps) {
    const waiting = step(call);
    // Most steps are synchronous: awaiting those too costs a turn of the promise queue each.
    if (waiting !== undefined) await waiting;
  }
}

function recordRequest(
  dependencies: RespondDependencies,
  call: Call,
  route: string | undefined,
  startedAt: number,
): void {
  const { clock, randomBytes } = dependencies;
  const traceId = traceIdOf(currentTraceParent() ?? call.ctx.get("traceparent"), randomBytes);
  logRequest(dependencies, { call, traceId, route, startedAt });
  const durationMs = Math.max(0, clock.now() - startedAt);
  dependencies.onRequest?.({ method: call.ctx.method, route, status: call.ctx.status, durationMs });
}

function describeResponse(span: Span, call: Call): void {
  const { status } = call.ctx;
  span.setAttribute("http.response.status_code", status);
  span.setAttribute("payment_sessions.request_id", call.requestId);
  const merchantId = merchantOf(call);
  if (merchantId !== undefined) span.setAttribute("payment_sessions.merchant_id", merchantId);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}
