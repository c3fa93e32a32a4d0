// Parses the event of an authentic body. Called after the signature check; parsing has its own error codes.
import type { DeliveryHeaders } from "../request/headers.js";
import { Decoder } from "../runtime.js";
import { refuse } from "../verification-error.js";
import type { DeliveryFacts, UnknownEventName, WebhookEvent } from "./webhook-event.js";

// The fields that decide about money, and the challenge. A wrong type is an error. A missing field is not:
// the service may stop sending it, and an authentic delivery must not be lost for that.
const CHECKED_FIELDS = "amount transaction_id order_id status currency challenge".split(" ");

// Shared, because creating one costs more than a check; decoding without `stream` keeps no state. Drops one byte order mark, and throws
// for invalid UTF-8.
const utf8 = new Decoder("utf-8", { fatal: true });

/** @throws WebhookVerificationError `body_not_json`, `event_invalid`, `event_mismatch`, `delivery_id_malformed` */
export function readEvent(bytes: Uint8Array, headers: DeliveryHeaders, secretIndex: number): WebhookEvent {
  const body = parseJson(bytes);
  const fields = Object(body) as Record<string, unknown>; // sound: Object() returns an object, whose fields are checked below
  const event = typeof fields.event === "string" ? fields.event : undefined;
  if (event !== undefined && (headers.event ?? event).trim() !== event)
    refuse("event_mismatch", `the header says ${headers.event}`);
  const attempt = Number(headers.attempt) | 0; // 0 when it is not a number
  const facts: DeliveryFacts = {
    deliveryId: readDeliveryId(headers.delivery),
    attempt: attempt > 0 ? attempt : undefined,
    secretIndex,
    body,
  };
  // The type means any name but the known ones.
  if (event !== "transaction.status_changed" && event !== "service.webhook_verification")
    return { event: event as UnknownEventName | undefined, ...facts };
  for (const name of CHECKED_FIELDS) {
    const value = fields[name];
    const isRight = name === "amount" ? Number.isSafeInteger(value) : typeof value === "string";
    if (value !== undefined && !isRight) refuse("event_invalid", `${name} has the wrong type`);
  }
  // The other fields have the types of the service's contract and are not checked at run time.
  return { ...fields, ...facts } as unknown as WebhookEvent;
}

/** @throws WebhookVerificationError `delivery_id_malformed` for anything but a UUIDv4; its case does not matter */
function readDeliveryId(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const id = /^[ \t]*([\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12})[ \t]*$/i.exec(header)?.[1];
  return id?.toLowerCase() ?? refuse("delivery_id_malformed");
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = utf8.decode(bytes);
    return text ? JSON.parse(text) : undefined;
  } catch {
    return refuse("body_not_json"); // without the cause: its message quotes the body, which contains names
  }
}
