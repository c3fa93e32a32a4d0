// A webhook as passed to a test's receiver function, and what that function may return.
import { describeValue } from "../../describe-value.js";

/** Reads like a `Headers` object and like Node's plain object, names in lower case. */
export type WebhookHeaders = Headers & Readonly<Record<string, string>>;

export interface ReceivedWebhook {
  /** Target URL, from the store's settings. */
  url: string;
  method: "POST";
  headers: WebhookHeaders;
  /** The signed bytes as text, for `verifyWebhook({ body, headers, secret })`. */
  body: string;
  /** The same webhook as a platform's `Request`. */
  toRequest(): Request;
}

/**
 * Nothing, or true for "200"; a status from 200 to 599; or anything with such a status, such as a `Response`. Anything else is a mistake
 * of the test: the next verb that waits for webhooks, or `stop()`, rejects with a TypeError as its `cause`.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: receivers that return nothing are functions of void.
export type WebhookReply = void | boolean | number | { status: number };

/** A throw counts as a failed connection: the delivery is retried by its schedule. */
export type WebhookReceiver = (webhook: ReceivedWebhook) => WebhookReply | Promise<WebhookReply>;

export function receivedWebhook(
  url: string,
  fields: Readonly<Record<string, string>>,
  body: Uint8Array,
): ReceivedWebhook {
  const lowered = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  return {
    url,
    method: "POST",
    headers: Object.assign(new Headers(fields), lowered),
    body: text,
    toRequest: () => new Request(url, { method: "POST", headers: fields, body: text }),
  };
}

/** What a receiver returned is no reply: a mistake of the test, which must not pass for a failed delivery. */
export class InvalidReplyError extends TypeError {}

/** @throws InvalidReplyError for what only JavaScript can return, and for numbers that are no status of a response */
export function statusOfReply(reply: unknown): number {
  if (reply === undefined || reply === true) return 200;
  if (reply === false) return 500;
  const isObject = typeof reply === "object" && reply !== null && !Array.isArray(reply);
  const status: unknown = isObject ? Reflect.get(reply, "status") : reply;
  if (typeof status === "number" && Number.isInteger(status) && status >= 200 && status <= 599) return status;
  throw new InvalidReplyError(
    `webhooks.to: the receiver returned ${isObject ? "an object with status " : ""}${describeValue(status)}. Return nothing or true for 200, ` +
      "a status from 200 to 599, or a Response. A receiver that only records: (webhook) => void received.push(webhook).",
  );
}
