// Reads the delivery's headers from any collection, with names in any case (spec/rules.md#events).
import { isPromise } from "../runtime.js";
import { refuse } from "../verification-error.js";

/** `Headers`, a `Map`, or a plain object; names in any case, values alone or as a list. */
export type HeaderSource =
  | Iterable<readonly [string, string | readonly string[] | undefined]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The known headers, by the last part of their name. Each has one value: a repeated equal value counts once. */
export type DeliveryHeaders = Readonly<Partial<Record<"signature" | "event" | "delivery" | "attempt", string>>>;

/** Default prefix of the header names. */
export const DEFAULT_HEADER_PREFIX = "X-Service-";

/** @throws WebhookVerificationError `headers_conflict` when a header has two different values; `wrong_argument` for a promise */
export function readHeaders(headers: HeaderSource, prefix = DEFAULT_HEADER_PREFIX): DeliveryHeaders {
  const found: Record<string, string> = Object.create(null);
  if (isPromise(headers)) refuse("wrong_argument", "headers is a promise; await it");
  const source: object = Object(headers); // anything but a collection has no headers
  const entries = Symbol.iterator in source ? (source as Iterable<readonly unknown[]>) : Object.entries(source);
  for (const [name, value] of entries) {
    const key = String(name).toLowerCase();
    if (!key.startsWith(prefix.toLowerCase())) continue;
    const label = key.slice(prefix.length);
    for (const each of headerValues(value)) {
      const known = found[label] ?? each;
      if (each !== known) refuse("headers_conflict", key);
      found[label] = each;
    }
  }
  return found;
}

/** The values of a header. Some runtimes join repeated ones with a comma, which no known header contains (RFC 9110, 5.3). */
export function headerValues(value: unknown): readonly string[] {
  // Fast path: nearly every header has one value.
  if (typeof value === "string" && !value.includes(",")) return [value];
  return asList(value).flatMap((each) => (typeof each === "string" ? each.split(/,[ \t]*/) : []));
}

/** One value or a list, as a list. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
