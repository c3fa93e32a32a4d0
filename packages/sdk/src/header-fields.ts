// Reads a caller's headers: plain objects, pairs and Headers of any realm. Headers that the client sets itself are rejected.
import { describeValue } from "./describe-value.js";
import { refusal } from "./errors.js";
import { refusedValue } from "./refused-value.js";

/** Headers as an object, as pairs, or as a `Headers`. */
export type HeaderFields = Readonly<Record<string, string | undefined>> | Iterable<readonly [string, string]>;

const ownHeaders = /^(authorization|idempotency-key|content-type|content-length|transfer-encoding|connection|host)$/i;
const unmaskedHeaders = /^(trace.*|x-request-id)$/i;

/** @throws {UsageError} `INVALID_HEADER` */
export function readHeaderFields(fields: HeaderFields | undefined): [string, string][] {
  if (fields === undefined || fields === null) return [];
  if (typeof fields !== "object") {
    throw refusedValue("INVALID_HEADER", "headers", "an object, pairs or Headers", fields);
  }
  // Not `instanceof`: a Headers of jsdom or of another copy of undici is no instance of the platform's class.
  const pairs =
    Symbol.iterator in fields ? [...(fields as Iterable<readonly [string, string]>)] : Object.entries(fields);
  return pairs.flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    if (ownHeaders.test(name)) {
      const instead = /^idempotency-key$/i.test(name) ? "; pass the option idempotencyKey" : "";
      throw refusal("INVALID_HEADER", `The client itself sets the header ${name}${instead}.`);
    }
    try {
      new Headers().set(name, value);
    } catch {
      // The platform's message would repeat the value, which may be a secret.
      throw refusal("INVALID_HEADER", `HTTP does not allow this name or value for the header ${describeValue(name)}.`);
    }
    return [[name, String(value)]]; // the masks take text only
  });
}

/** Header values to mask in errors and logs. */
export function secretValues(fields: readonly (readonly [string, string])[]): string[] {
  return fields.flatMap(([name, value]) => (unmaskedHeaders.test(name) ? [] : [value]));
}
