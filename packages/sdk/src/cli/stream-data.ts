// Parses the data of the service's events: `ready`, and `webhook`.
import { isObject } from "../is-object.js";
import { CommandFailedError } from "./command-io.js";
import type { Webhook } from "./forward.js";

export interface Ready {
  cursor: string;
  merchantId: string;
}

/** @throws CommandFailedError for data of another form */
export function parseReady(data: string): Ready {
  const { cursor, merchantId } = parseFields(data);
  if (typeof cursor === "string" && typeof merchantId === "string") return { cursor, merchantId };
  throw invalid("ready");
}

/** @throws CommandFailedError for data of another form */
export function parseWebhook(data: string): Webhook {
  const { deliveryId, event, headers, body } = parseFields(data);
  const isText = typeof deliveryId === "string" && typeof event === "string" && typeof body === "string";
  if (isText && isHeaders(headers)) return { deliveryId, event, headers, body };
  throw invalid("webhook");
}

/** Returns no fields for anything but a JSON object. */
export function parseFields(data: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(data);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function isHeaders(headers: unknown): headers is Record<string, string> {
  return isObject(headers) && Object.values(headers).every((value) => typeof value === "string");
}

function invalid(event: string): CommandFailedError {
  return new CommandFailedError(`The service sent an invalid ${JSON.stringify(event)} event: check its version.`);
}
