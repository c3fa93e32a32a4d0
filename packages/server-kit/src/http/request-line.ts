// One log line for each request, refused ones included (SECURITY.md, O16): what identifies a request, and nothing from its URL, headers or
// body except a plain request id.
import type { Clock, Logger, RandomBytes } from "../domain/clock.js";
import { parseTraceParent } from "../outbound/tracing.js";
import type { Call } from "./call.js";

/** The values for the line; `route` is a template such as `/payments/{paymentId}/status`. */
export interface RequestLine {
  call: Call;
  traceId: string;
  route: string | undefined;
  startedAt: number;
}

/**
 * Logs at level info. `status` is the response's, `durationMs` the time until the response was ready to be sent: streams continue after it.
 */
export function logRequest(
  { clock, logger }: { clock: Clock; logger: Logger },
  { call, traceId, route, startedAt }: RequestLine,
): void {
  const { ctx, requestId } = call;
  logger.info(
    {
      requestId,
      traceId,
      merchantId: merchantOf(call),
      method: ctx.method,
      route,
      status: ctx.status,
      // The clock may have been set back in between.
      durationMs: Math.max(0, clock.now() - startedAt),
    },
    "request",
  );
}

/** The store that a call is about, once known. */
export function merchantOf({ merchantId, caller, user }: Call): string | undefined {
  return merchantId ?? caller?.store.merchantId ?? user?.merchantId;
}

/** The trace id of a valid `traceparent` (W3C Trace Context, 3.2), or a new one: 32 lower-case hexadecimal digits. */
export function traceIdOf(header: string, randomBytes: RandomBytes): string {
  return parseTraceParent(header)?.traceId ?? Buffer.from(randomBytes(16)).toString("hex");
}

/** Converts the router's `:name` to the contract's `{name}`. */
export function templateOf(routerPath: string): string {
  return routerPath.replace(/:(\w+)/g, "{$1}");
}
