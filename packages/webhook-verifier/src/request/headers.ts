// What do the delivery's headers say? Any collection, names in any case (specification: Headers on every delivery).
import { WebhookVerificationError } from "../verification-error.js";

/** `Headers`, a `Map`, or a plain object; names in any case, values alone or as a list. */
export type HeaderSource =
  | { forEach(visit: (value: string, name: string) => void): void }
  | { forEach(visit: (value: string | readonly string[], name: string) => void): void }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The headers we know, by the last part of their name. Each has one value: a repeated equal value counts once. */
export type DeliveryHeaders = Readonly<Partial<Record<"signature" | "event" | "delivery" | "attempt", string>>>;

/** What our header names begin with. */
export const DEFAULT_HEADER_PREFIX = "X-Service-";

/** @throws WebhookVerificationError `headers_conflict` when a header has two different values, `headers_unreadable` */
export function readHeaders(headers: HeaderSource, prefix: string = DEFAULT_HEADER_PREFIX): DeliveryHeaders {
  if (typeof headers !== "object" || headers === null)
    throw new WebhookVerificationError("headers_unreadable", "Headers: hand over the request's header collection");
  const start = prefix.toLowerCase();
  const found: Record<string, string> = Object.create(null);
  const visit = (value: unknown, name: unknown): void => {
    const key = typeof name === "string" ? name.toLowerCase() : "";
    if (!key.startsWith(start)) return;
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each !== "string") continue;
      const known = found[key.slice(start.length)] ?? each;
      if (known !== each)
        throw new WebhookVerificationError("headers_conflict", `Header ${name} has two different values`);
      found[key.slice(start.length)] = each;
    }
  };
  if (typeof headers.forEach === "function") headers.forEach(visit);
  else for (const name of Object.keys(headers)) visit((headers as Record<string, unknown>)[name], name);
  return found;
}
