// Routes a Koa request to its endpoint: which requests below a prefix belong to the service, 404 / 405 / OPTIONS / HEAD, request ids and
// the common response headers. Reading order: middleware -> handle -> steps -> refusal or response.
import { type Span, SpanStatusCode } from "@opentelemetry/api";
import type { Context, Middleware } from "koa";
import type { Clock, Logger, RandomBytes } from "../domain/clock.js";
import { normalizeIban } from "../domain/iban.js";
import { createId } from "../domain/identifiers.js";
import { Refusal } from "../domain/refusal.js";
import { currentTraceParent } from "../outbound/call-context.js";
import { inSpan, SpanKind } from "../outbound/tracing.js";
import type { Call, Endpoint } from "./call.js";
import { clientAddress } from "./client-address.js";
import { createMatcher, type Match } from "./match-endpoint.js";
import { findOwnPath, ownPathOfListener } from "./own-path.js";
import { logRequest, merchantOf, traceIdOf } from "./request-line.js";
import { sendRefusal, toRefusal } from "./send-refusal.js";

export interface MountDependencies {
  clock: Clock;
  logger: Logger;
  randomBytes: RandomBytes;
  /** Path of the base URL: empty, or `/pay` without a trailing slash. */
  basePath: string;
  trustedProxyHops: number;
  /** For the metrics: called once per request. */
  onRequest?(request: { method: string; route: string | undefined; status: number; durationMs: number }): void;
  /** Called when forwarded headers are sent although no proxy is trusted. */
  noteIgnoredForwarding(): void;
  /** As `sendRefusal`, for browsers; left out, browsers get JSON too. */
  sendRefusalPage?: ((call: Call, refusal: Refusal) => void) | undefined;
  /** False during shutdown: requests are refused with 503, so that a load balancer uses another instance. */
  isAccepting(): boolean;
  /** Counts requests in flight, so that a stop can wait for them. */
  track<Result>(work: Promise<Result>): Promise<Result>;
}

/** The health endpoints respond during shutdown too, when they are needed most. The OpenAPI document uses nothing that could be closed. */
const alwaysOpen = new Set(["/health", "/live", "/ready", "/openapi.json"]);

export function createMount(
  dependencies: MountDependencies,
  endpoints: readonly Endpoint[],
): { middleware: Middleware; standalone: Middleware } {
  const findEndpoint = createMatcher(endpoints);

  async function handle(ctx: Context, path: string): Promise<boolean> {
    const found = findEndpoint(path, ctx.method);
    if (found === undefined) return false;
    const startedAt = dependencies.clock.now();
    const call: Call = {
      ctx,
      requestId: requestIdOf(ctx, dependencies.randomBytes),
      operation: found.endpoint?.operation,
      params: found.params,
      query: firstValues(ctx.query),
      address: clientAddress(ctx.req, dependencies.trustedProxyHops),
      received: undefined,
      body: undefined,
      caller: undefined,
      user: undefined,
    };
    if (dependencies.trustedProxyHops === 0 && ctx.req.headers["x-forwarded-for"] !== undefined) {
      call.isAddressShared = true;
      dependencies.noteIgnoredForwarding();
    }
    const plan = {
      name: `${ctx.method} ${found.route ?? "unknown"}`,
      kind: SpanKind.SERVER,
      parent: ctx.get("traceparent"),
      parentState: ctx.get("tracestate"),
      attributes: { "http.request.method": ctx.method, "http.route": found.route ?? "unknown" },
    };
    await inSpan(plan, (span) => answer(call, found, { startedAt, span }));
    return true;
  }

  async function answer(
    call: Call,
    found: Match,
    { startedAt, span }: { startedAt: number; span: Span | undefined },
  ): Promise<void> {
    const { ctx } = call;
    setCommonHeaders(call);
    // Prevents the client from reusing a connection that is about to close.
    if (!dependencies.isAccepting()) ctx.set("Connection", "close");
    try {
      if (ctx.method === "OPTIONS") answerOptions(ctx, found.allowed);
      else await run(call, found);
    } catch (error) {
      if (found.sendRefusal !== undefined && ctx.accepts("html", "json") !== "json") {
        found.sendRefusal(call, toRefusal(error));
      } else sendRefusal(dependencies, call, error);
    } finally {
      writeLine(call, found.route, startedAt);
      span?.setAttribute("http.response.status_code", ctx.status);
      span?.setAttribute("payment_sessions.request_id", call.requestId);
      const merchantId = merchantOf(call);
      if (merchantId !== undefined) span?.setAttribute("payment_sessions.merchant_id", merchantId);
      if (ctx.status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    }
  }

  async function run(call: Call, { endpoint, allowed }: Match): Promise<void> {
    if (endpoint === undefined) {
      call.ctx.set("Allow", allowed.join(", "));
      throw new Refusal("METHOD_NOT_ALLOWED", { message: `This address answers ${allowed.join(", ")} only.` });
    }
    if (!dependencies.isAccepting() && !alwaysOpen.has(endpoint.path)) {
      throw new Refusal("SHUTTING_DOWN", { retryAfterSeconds: 1 });
    }
    if (endpoint.operation?.responses["406"] !== undefined && call.ctx.accepts("json") === false) {
      throw new Refusal("NOT_ACCEPTABLE");
    }
    for (const step of endpoint.steps) {
      const waiting = step(call);
      // Most steps are synchronous: awaiting those too costs a turn of the promise queue each.
      if (waiting !== undefined) await waiting;
    }
  }

  function answerUnknown(ctx: Context): void {
    const call = unroutedCall(ctx, requestIdOf(ctx, dependencies.randomBytes));
    setCommonHeaders(call);
    const refusal = new Refusal("ROUTE_NOT_FOUND");
    // A browser lists HTML in Accept; a client that accepts anything gets JSON.
    const { sendRefusalPage } = dependencies;
    if (sendRefusalPage && ctx.accepts("json", "html") === "html") sendRefusalPage(call, refusal);
    else sendRefusal(dependencies, call, refusal);
    writeLine(call, undefined, dependencies.clock.now());
  }

  function writeLine(call: Call, route: string | undefined, startedAt: number): void {
    const traceId = traceIdOf(currentTraceParent() ?? call.ctx.get("traceparent"), dependencies.randomBytes);
    logRequest(dependencies, { call, traceId, route, startedAt });
    const durationMs = Math.max(0, dependencies.clock.now() - startedAt);
    dependencies.onRequest?.({ method: call.ctx.method, route, status: call.ctx.status, durationMs });
  }

  return {
    /** Inside a host's Koa app, at its root or below koa-mount. */
    middleware: async (ctx, next) => {
      const own = findOwnPath(ctx, dependencies.basePath);
      if (own === undefined) return next();
      if (await dependencies.track(handle(ctx, own.path))) return;
      if (!own.isOwnSpace) {
        await next();
        if (ctx.status !== 404 || ctx.body !== undefined || ctx.respond === false || ctx.headerSent) return;
      }
      answerUnknown(ctx);
    },
    /** As a whole server, or below a framework that may or may not have removed the prefix. */
    standalone: async (ctx) => {
      const path = ownPathOfListener(ctx, dependencies.basePath);
      if (!(await dependencies.track(handle(ctx, path)))) answerUnknown(ctx);
    },
  };
}

function answerOptions(ctx: Context, allowed: readonly string[]): void {
  ctx.set("Allow", allowed.join(", "));
  ctx.status = 204;
}

function setCommonHeaders({ ctx, requestId }: Call): void {
  ctx.set("X-Request-Id", requestId);
  ctx.set("Cache-Control", "no-store");
  ctx.set("X-Content-Type-Options", "nosniff");
}

const looksLikeKey = /_(live|test|legacy)_/;

/** A client's request id is kept when it is safe in headers and logs, and is neither an API key nor an IBAN. */
function requestIdOf(ctx: Context, randomBytes: RandomBytes): string {
  const given = ctx.get("x-request-id");
  if (given === "") return createId("req", randomBytes);
  const isPlain =
    /^[A-Za-z0-9._-]{1,128}$/.test(given) && !looksLikeKey.test(given) && normalizeIban(given) === undefined;
  return isPlain ? given : createId("req", randomBytes);
}

function unroutedCall(ctx: Context, requestId: string): Call {
  return {
    ctx,
    requestId,
    operation: undefined,
    params: {},
    query: {},
    address: "",
    received: undefined,
    body: undefined,
    caller: undefined,
    user: undefined,
  };
}

function firstValues(query: Context["query"]): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  for (const name in query) {
    const value = query[name];
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) values[name] = first;
  }
  return values;
}
