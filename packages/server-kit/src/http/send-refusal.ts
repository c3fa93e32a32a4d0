// Turns a refusal into a response. Any other error is a bug: 500, logged with its cause, and no detail is sent to the client.
import type { Clock, Logger } from "../domain/clock.js";
import { errorTable } from "../domain/generated/error-table.js";
import { Refusal } from "../domain/refusal.js";
import { AdapterCallError } from "../outbound/adapter-outcome.js";
import { type Call, sendJson } from "./call.js";

export function toRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal("INTERNAL_ERROR", { cause: error });
}

export function sendRefusal({ clock, logger }: { clock: Clock; logger: Logger }, call: Call, error: unknown): void {
  const refusal = toRefusal(error);
  const { status, error: title, message, isFixed } = errorTable[refusal.code];
  const { ctx, requestId } = call;
  const isBug = refusal.code === "INTERNAL_ERROR" || refusal.code === "UNHEALTHY";
  // A failed adapter call is logged where it was made, once for each kind of failure.
  if (isBug && !(refusal.cause instanceof AdapterCallError)) {
    logger.error({ requestId, method: ctx.method, route: call.operation?.path, err: refusal.cause }, "request failed");
  }
  if (status === 401) ctx.set("WWW-Authenticate", "Bearer");
  if (refusal.retryAfterSeconds !== undefined) ctx.set("Retry-After", String(refusal.retryAfterSeconds));
  sendJson(call, status, {
    error: title,
    // The specification's fixed text is sent unchanged.
    message: isFixed ? message : bounded(refusal.message),
    code: refusal.code,
    requestId,
    ...(refusal.details === undefined ? {} : { details: boundedDetails(refusal.details) }),
    ...refusal.fields,
    ...(status === 500 ? { timestamp: new Date(clock.now()).toISOString() } : {}),
  });
}

/** Input is repeated in the response only in part: a small request must not cause a large response. */
const maxDetails = 50;
const maxTextLength = 300;

function boundedDetails(details: NonNullable<Refusal["details"]>): NonNullable<Refusal["details"]> {
  if (!Array.isArray(details)) return details;
  return details
    .slice(0, maxDetails)
    .map(({ path, rule, message }) => ({ path: bounded(path), rule, message: bounded(message) }));
}

function bounded(text: string): string {
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 1).toWellFormed()}…`;
}
