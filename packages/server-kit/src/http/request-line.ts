// One line in the log for each request, refused ones included (O16): what finds a request again, and nothing that a caller has written
// into its address, headers or body apart from a plain request id.
import type { Clock, Logger, RandomBytes } from "../domain/clock.js";
import { parseTraceParent } from "../outbound/tracing.js";
import type { Call } from "./call.js";

/** What the line is written from; `route` is a template such as `/payments/{paymentId}/status`. */
export interface RequestLine {
  call: Call;
  traceId: string;
  route: string | undefined;
  startedAt: number;
}

/**
 * Writes the line at info. `status` is the response's, `durationMs` the time until the response was ready to be sent: streams go on after it.
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
      // The clock may be set back meanwhile.
      durationMs: Math.max(0, clock.now() - startedAt),
    },
    "request",
  );
}

/** The store that a call is about, once it is known. */
export function merchantOf({ merchantId, caller, user }: Call): string | undefined {
  return merchantId ?? caller?.store.merchantId ?? user?.merchantId;
}

/** The trace id of a valid `traceparent` (W3C Trace Context, 3.2), or a new one: 32 lower-case hexadecimal digits. */
export function traceIdOf(header: string, randomBytes: RandomBytes): string {
  return parseTraceParent(header)?.traceId ?? Buffer.from(randomBytes(16)).toString("hex");
}

/** The router's `:name` as the contract writes it. */
export function templateOf(routerPath: string): string {
  return routerPath.replace(/:(\w+)/g, "{$1}");
}
