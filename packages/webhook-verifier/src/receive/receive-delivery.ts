// Handles one delivery from request to response, for every framework (spec/rules.md#delivery-rules).
import { challengeResponse, isVerification, jsonResponse, type WebhookResponse } from "../answer-challenge.js";
import { bodyKey } from "../dedupe/digest-body.js";
import { DedupeStoreError, handleOnce } from "../dedupe/handle-once.js";
import type { WebhookEvent } from "../event/webhook-event.js";
import type { HeaderSource } from "../request/headers.js";
import { tryOrUndefined } from "../runtime.js";
import { isWebhookVerificationError, WebhookVerificationError } from "../verification-error.js";
import { verifyWebhook } from "../verify-webhook.js";
import { type ReceiverSettings, readReceiverOptions } from "./receiver-options.js";
import { refusalResponse, statusOf } from "./refusal-response.js";
import type { WebhookReceiverOptions } from "./webhook-receiver-options.js";

/** The used part of a request. Functions, so that an error of a framework's request object gets a response too. */
export interface IncomingDelivery {
  readonly method: () => string | undefined;
  readonly headers: () => HeaderSource;
  /** The raw bytes, at most `maxBytes`. @throws WebhookVerificationError */
  readonly readBody: (maxBytes: number) => Uint8Array | Promise<Uint8Array>;
}

/** Anyone can send wrong signatures, so they must not fill the log; one line a minute is enough to notice a wrong secret. */
const MISMATCH_LOG_INTERVAL_MS = 60_000;

/** Checks the options once, then turns deliveries into responses. The returned function never throws. */
export function createReceiver(
  options: WebhookReceiverOptions,
): (delivery: IncomingDelivery) => Promise<WebhookResponse> {
  const settings = readReceiverOptions(options);
  const reportMismatch = mismatchReporter(settings);
  return async (delivery) => {
    try {
      if (delivery.method() !== "POST")
        return refusalResponse(405, "method_not_allowed", "Webhooks are sent with POST", { allow: "POST" });
      return await receive(settings, delivery);
    } catch (error) {
      reportMismatch(error);
      return failureResponse(settings, error);
    }
  };
}

/** The sender never repeats a delivery after a 401, so a wrong secret loses events. */
function mismatchReporter({ log }: ReceiverSettings): (error: unknown) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (!isWebhookVerificationError(error) || error.code !== "signature_mismatch") return;
    const now = Date.now();
    if (now - reportedAt < MISMATCH_LOG_INTERVAL_MS) return;
    reportedAt = now;
    const message =
      "Webhook: wrong signature, rejected with 401, and the service does not retry it. If the service sent it, set `secret` to the store's current webhook secret";
    tryOrUndefined(() => log(message, error));
  };
}

function failureResponse({ log }: ReceiverSettings, error: unknown): WebhookResponse {
  // A throwing log must not leave the sender without a response.
  const report = (message: string) => tryOrUndefined(() => log(message, error));
  if (!isWebhookVerificationError(error)) {
    report("Webhook: the delivery could not be handled");
    return error instanceof DedupeStoreError
      ? refusalResponse(503, "dedupe_store_failed", "The deduplication store failed")
      : refusalResponse(500, "handler_failed", "The delivery could not be handled");
  }
  const status = statusOf(error.code);
  if (status >= 500) report(`Webhook: ${error.message}`);
  return refusalResponse(status, error.code, error.message);
}

async function receive(settings: ReceiverSettings, delivery: IncomingDelivery): Promise<WebhookResponse> {
  const body = await delivery.readBody(settings.maxBodyBytes);
  const { headerPrefix } = settings;
  const event = await verifyWebhook({
    body,
    headers: delivery.headers(),
    secret: (await settings.findSecret()) ?? "",
    headerPrefix,
  });
  if (isVerification(event)) return challengeResponse(event);
  const outcome = await handle(settings, event, body);
  if (outcome === "in_flight")
    return refusalResponse(503, "delivery_in_flight", "This delivery is being handled right now", {
      "retry-after": "5",
    });
  return jsonResponse(200, { received: true, duplicate: outcome === "duplicate" });
}

async function handle(settings: ReceiverSettings, event: WebhookEvent, body: Uint8Array) {
  const { dedupe, onEvent } = settings;
  // Wrapped: if the handler throws a WebhookVerificationError of its own, it must not become a 401.
  const run = async (): Promise<void> => {
    try {
      await onEvent(event);
    } catch (cause) {
      throw new Error("onEvent failed", { cause });
    }
  };
  if (!dedupe) {
    await run();
    return "handled";
  }
  if (event.deliveryId === undefined) throw new WebhookVerificationError("delivery_id_missing");
  const keys = settings.dedupeBody ? [event.deliveryId, await bodyKey(body)] : [event.deliveryId];
  return await handleOnce(dedupe, keys, run);
}
