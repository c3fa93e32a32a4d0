// Reads the delivery's headers from any collection, with names in any case (spec/rules.md#events).
import { isPromise } from "../runtime.js";
import { refuse } from "../verification-error.js";

/** `Headers`, a `Map`, or a plain object; names in any case, values alone or as a list. */
export type HeaderSource =
  | Iterable<readonly [string, string | readonly string[] | undefined]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The known headers, by the last part of their name. Each has one value: a repeated equal value counts once. */
export type DeliveryHeaders = Readonly<Partial<Record<"signature" | "event" | "delivery" | "attempt", string>>>;

const LABELS = ["signature", "event", "delivery", "attempt"];

/** Default prefix of the header names. */
export const DEFAULT_HEADER_PREFIX = "X-Service-";

/**
 * Hex digits and ids are equal in either case.
 * @throws WebhookVerificationError `headers_conflict` when a header has two different values; `wrong_argument` for a promise
 */
export function readHeaders(headers: HeaderSource, prefix = DEFAULT_HEADER_PREFIX): DeliveryHeaders {
  if (isPromise(headers)) refuse("wrong_argument", "headers is a promise; await it");
  const found: Record<string, string> = Object.create(null);
  // Only these: other headers may begin like ours, such as those of a gateway, and a challenge with a comma in it.
  const labels = new Map(LABELS.map((label) => [prefix.toLowerCase() + label, label]));
  const source: object = Object(headers); // anything but a collection has no headers
  const entries = Symbol.iterator in source ? (source as Iterable<readonly unknown[]>) : Object.entries(source);
  for (const [name, value] of entries) {
    const key = String(name).toLowerCase();
    const label = labels.get(key);
    if (!label) continue;
    for (const each of headerValues(value)) {
      found[label] ??= each;
      if (each.toLowerCase() !== found[label].toLowerCase()) refuse("headers_conflict", key);
    }
  }
  return found;
}

/**
 * The values of a header. Some runtimes join repeated ones with a comma, which no known header contains (RFC 9110, 5.3). In a list, blanks
 * around a value and empty values do not count (RFC 9110, 5.6.1.2).
 */
export function headerValues(value: unknown): readonly string[] {
  // Fast path: nearly every header has one value.
  if (typeof value === "string" && !value.includes(",")) return [value];
  return asList(value).flatMap((each) => (typeof each === "string" && each.match(/[^, \t]([^,]*[^, \t])?/g)) || []);
}

/** One value or a list, as a list. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
