// Routes a Koa request to its endpoint: which requests below a prefix belong to the service, whole server or part of a host's app.
// Reading order: middleware -> handle -> respond.ts: steps -> refusal or response.
import type { Context, Middleware } from "koa";
import { inSpan, SpanKind } from "../outbound/tracing.js";
import type { Endpoint } from "./call.js";
import { createMatcher, type Match } from "./match-endpoint.js";
import { type NewCallDependencies, newCall, unroutedCall } from "./new-call.js";
import { findOwnPath, ownPathOfListener } from "./own-path.js";
import { type RespondDependencies, respond, respondNotFound } from "./respond.js";

export interface MountDependencies extends NewCallDependencies, RespondDependencies {
  /** Path of the base URL: empty, or `/pay` without a trailing slash. */
  basePath: string;
  /** Counts requests in flight, so that a stop can wait for them. */
  track<Result>(work: Promise<Result>): Promise<Result>;
}

export function createMount(
  dependencies: MountDependencies,
  endpoints: readonly Endpoint[],
): { middleware: Middleware; standalone: Middleware } {
  const { clock, randomBytes, basePath, track } = dependencies;
  const findEndpoint = createMatcher(endpoints);

  /** False for a path that no endpoint has. */
  async function handle(ctx: Context, path: string): Promise<boolean> {
    const found = findEndpoint(path, ctx.method);
    if (found === undefined || isUnknownPage(found, path)) return false;
    const startedAt = clock.now();
    const call = newCall(dependencies, ctx, found);
    await inSpan(spanOf(ctx, found), (span) => respond(dependencies, call, found, { startedAt, span }));
    return true;
  }

  return {
    /** Inside a host's Koa app, at its root or below koa-mount. */
    middleware: async (ctx, next) => {
      const own = findOwnPath(ctx, basePath);
      if (own === undefined) return next();
      if (await track(handle(ctx, own.path))) return;
      if (!own.isOwnSpace) {
        await next();
        if (ctx.status !== 404 || ctx.body !== undefined || ctx.respond === false || ctx.headerSent) return;
      }
      respondNotFound(dependencies, unroutedCall(randomBytes, ctx));
    },
    /** As a whole server, or below a framework that may or may not have removed the prefix. */
    standalone: async (ctx) => {
      const isHandled = await track(handle(ctx, ownPathOfListener(ctx, basePath)));
      if (!isHandled) respondNotFound(dependencies, unroutedCall(randomBytes, ctx));
    },
  };
}

/** No id in the address of a page has the character NUL, which PostgreSQL cannot compare. Operations respond as the contract says. */
function isUnknownPage({ endpoint }: Match, path: string): boolean {
  return endpoint !== undefined && endpoint.operation === undefined && path.includes("%00");
}

function spanOf(ctx: Context, { route = "unknown" }: Match) {
  return {
    name: `${ctx.method} ${route}`,
    kind: SpanKind.SERVER,
    parent: ctx.get("traceparent"),
    parentState: ctx.get("tracestate"),
    attributes: { "http.request.method": ctx.method, "http.route": route },
  };
}
