// One line in the log for each request, refused ones included (O16): what finds a request again, and nothing that a caller has written
// into its address, headers or body apart from a plain request id.
import type { Clock, Logger, RandomBytes } from "../domain/clock.js";
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
  const { ctx, requestId, caller, user } = call;
  logger.info(
    {
      requestId,
      traceId,
      merchantId: call.merchantId ?? caller?.store.merchantId ?? user?.merchantId,
      method: ctx.method,
      route,
      status: ctx.status,
      // The clock may be set back meanwhile.
      durationMs: Math.max(0, clock.now() - startedAt),
    },
    "request",
  );
}

const traceparent = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/** The trace id of a valid `traceparent` (W3C Trace Context, 3.2), or a new one: 32 lower-case hexadecimal digits. */
export function traceIdOf(header: string, randomBytes: RandomBytes): string {
  const [, version, traceId, more] = traceparent.exec(header) ?? [];
  // Version 00 ends after its flags; later ones may go on.
  if (traceId !== undefined && !(version === "00" && more !== undefined)) return traceId;
  return Buffer.from(randomBytes(16)).toString("hex");
}

/** The router's `:name` as the contract writes it. */
export function templateOf(routerPath: string): string {
  return routerPath.replace(/:(\w+)/g, "{$1}");
}
