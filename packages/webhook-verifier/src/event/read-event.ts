// Which event do these authentic bytes carry? Runs after the check only; parsing has errors of its own.
import type { DeliveryHeaders } from "../request/headers.js";
import type { BodyBytes } from "../signature/hmac.js";
import { type VerificationErrorCode, WebhookVerificationError } from "../verification-error.js";
import type { DeliveryFacts, UnknownEventName, WebhookEvent } from "./webhook-event.js";

// A field of another type would be misread, above all an amount. A missing field is let through: the service may
// stop sending one, and an authentic delivery must not be lost over it.
const FIELDS: Readonly<Record<string, Readonly<Record<string, "text" | "cents" | "object">>>> = {
  "transaction.status_changed": {
    transaction_id: "text",
    order_id: "text",
    status: "text",
    amount: "cents",
    currency: "text",
    timestamp: "text",
    metadata: "object",
  },
  "service.webhook_verification": {
    challenge: "text",
    timestamp: "text",
    merchantId: "text",
    shopId: "text",
    expectedAuthMode: "text",
  },
};

/** @throws WebhookVerificationError `body_not_json`, `event_invalid`, `event_mismatch`, `delivery_id_malformed` */
export function readEvent(bytes: BodyBytes, headers: DeliveryHeaders, secretIndex: number): WebhookEvent {
  const body = parseJson(bytes);
  const fields = isObject(body) ? body : {};
  const event = typeof fields.event === "string" ? fields.event : undefined;
  const { attempt = "" } = headers;
  const named = headers.event?.trim();
  if (event !== undefined && named !== undefined && named !== event)
    refuse("event_mismatch", `The event header says ${JSON.stringify(named)}, the body ${JSON.stringify(event)}`);
  const facts: DeliveryFacts = {
    deliveryId: readDeliveryId(headers.delivery),
    attempt: /^[ \t]*[1-9]\d{0,8}[ \t]*$/.test(attempt) ? Number(attempt) : undefined,
    secretIndex,
    body,
  };
  const known = event !== undefined && Object.hasOwn(FIELDS, event) ? FIELDS[event] : undefined;
  // Sound: the name is none of the known ones, which is all that the mark says.
  if (!known) return { event: event as UnknownEventName | undefined, ...facts };
  for (const name in known)
    if (fields[name] !== undefined && !fits(fields[name], known[name]))
      refuse("event_invalid", `Field ${name} of ${event} is not ${known[name]}`);
  // Sound up to missing fields, see FIELDS.
  return { ...fields, ...facts } as unknown as WebhookEvent;
}

/** @throws WebhookVerificationError `delivery_id_malformed` for anything but a UUIDv4; its case does not matter */
export function readDeliveryId(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const id = /^[ \t]*([\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12})[ \t]*$/i.exec(header)?.[1];
  return id?.toLowerCase() ?? refuse("delivery_id_malformed", "The delivery id is not a UUIDv4");
}

function parseJson(bytes: BodyBytes): unknown {
  try {
    // Both ways drop one byte order mark; the decoder refuses what is not UTF-8.
    const text =
      typeof bytes === "string"
        ? bytes.replace(/^\uFEFF/, "")
        : new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text === "" ? undefined : JSON.parse(text);
  } catch (cause) {
    throw new WebhookVerificationError("body_not_json", "The signature is right, but the body is not UTF-8 JSON", {
      cause,
    });
  }
}

function fits(value: unknown, kind: "text" | "cents" | "object" | undefined): boolean {
  return kind === "text" ? typeof value === "string" : kind === "cents" ? Number.isSafeInteger(value) : isObject(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuse(code: VerificationErrorCode, message: string): never {
  throw new WebhookVerificationError(code, message);
}
