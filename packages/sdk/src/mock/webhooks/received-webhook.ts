// A webhook as passed to a test's receiver function.

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

/** Nothing, or true for "200"; a status; or anything with a status, such as a `Response`. */
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

export function statusOfReply(reply: WebhookReply): number {
  if (typeof reply === "number") return reply;
  if (typeof reply === "object") return reply.status;
  return reply === false ? 500 : 200;
}
