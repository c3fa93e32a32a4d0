// Validates a webhook URL by its text, without I/O; the addresses of its host are checked at every connection
// (spec/rules.md#events).
import { type AddressClass, classifyAddress } from "./public-address.js";

export interface WebhookUrlOptions {
  /** Accept `http:` besides `https:`. */
  allowHttp: boolean;
  /** Accept loopback, private and shared addresses. */
  allowPrivateNetwork: boolean;
}

const maxWebhookUrlLength = 2048;

/** A stable word for the violated rule, and what would be valid: a predicate that follows the field's name, without a full stop. */
export type WebhookUrlCheck = { ok: true; url: URL } | { ok: false; rule: string; message: string };

/**
 * Checks a URL when it is saved, and again before every send.
 *
 * @example
 * checkWebhookUrl("https://0x7f.1/hook", { allowHttp: false, allowPrivateNetwork: false }); // { ok: false, rule: "address", … }
 */
export function checkWebhookUrl(text: string, options: WebhookUrlOptions): WebhookUrlCheck {
  if (text.length > maxWebhookUrlLength) {
    return invalid("length", `must have at most ${maxWebhookUrlLength} characters; it has ${text.length}`);
  }
  if (/[\u0000-\u0020\u007f-\u009f\\]/.test(text)) {
    return invalid("syntax", "must not contain spaces, control characters or backslashes");
  }
  const hasScheme = /^https:\/\//i.test(text) || (options.allowHttp && /^http:\/\//i.test(text));
  if (!hasScheme) {
    const schemes = options.allowHttp
      ? "https:// or http://"
      : "https://; plain http is accepted only where the operator allows it (operators: webhooks.allowHttp or --allow-http-webhooks)";
    return invalid("scheme", `must begin with ${schemes}`);
  }
  if (!URL.canParse(text)) return invalid("syntax", "is not a valid URL");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || /^[a-z]+:\/\/[^/?#]*@/i.test(text)) {
    return invalid("user_info", "must not contain a user name or password");
  }
  if (url.port === "0") return invalid("syntax", "must not have the port 0");
  const literal = literalAddress(url);
  const isLocalName = /(?:^|\.)localhost\.?$/i.test(url.hostname);
  const isRefused =
    literal === undefined
      ? isLocalName && !options.allowPrivateNetwork
      : !isAddressAllowed(classifyAddress(literal), options);
  if (isRefused) return invalid("address", "must resolve to a public address");
  url.hash = "";
  return { ok: true, url };
}

/** A stored webhook URL as shown to readers who may not change it: its query may contain a token. */
export function maskQuery(webhookUrl: string): string {
  return webhookUrl.replace(/#.*$/s, "").replace(/\?.*$/s, "?***");
}

export function isAddressAllowed(
  kind: AddressClass,
  { allowPrivateNetwork }: { allowPrivateNetwork: boolean },
): boolean {
  return kind === "public" || (kind === "private" && allowPrivateNetwork);
}

/** The IP address of a URL whose host is one; URL parsing has normalised its notation. */
function literalAddress({ hostname }: URL): string | undefined {
  if (hostname.startsWith("[")) return hostname.slice(1, -1);
  return /^\d+(?:\.\d+){3}$/.test(hostname) ? hostname : undefined;
}

function invalid(rule: string, message: string): WebhookUrlCheck {
  return { ok: false, rule, message };
}
