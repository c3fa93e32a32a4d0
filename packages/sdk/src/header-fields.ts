// Which headers may a caller add? Plain objects, pairs and any realm's Headers are taken; those of the client itself are refused.
import { describeValue } from "./describe-value.js";
import { refusal } from "./errors.js";

/** Headers as an object, as pairs, or as a `Headers`. */
export type HeaderFields = Readonly<Record<string, string | undefined>> | Iterable<readonly [string, string]>;

const ownHeaders = /^(authorization|idempotency-key|content-type|content-length|transfer-encoding|connection|host)$/i;
const harmless = /^(trace.*|x-request-id)$/i;

/** @throws {UsageError} `INVALID_HEADER` */
export function readHeaderFields(fields: HeaderFields | undefined): [string, string][] {
  if (fields === undefined || fields === null) return [];
  if (typeof fields !== "object") {
    throw refusal("INVALID_HEADER", `headers must be an object, pairs or Headers, not ${describeValue(fields)}.`);
  }
  // Recognised by what it does: a Headers of jsdom or of another copy of undici is no instance of the platform's.
  const pairs =
    Symbol.iterator in fields ? [...(fields as Iterable<readonly [string, string]>)] : Object.entries(fields);
  return pairs.flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    if (ownHeaders.test(name)) {
      const instead = /^idempotency-key$/i.test(name) ? "; pass the option idempotencyKey" : "";
      throw refusal("INVALID_HEADER", `The client itself sets the header ${name}${instead}.`);
    }
    try {
      new Headers().set(name, value);
    } catch {
      // The platform's message would repeat the value, which may be a secret.
      throw refusal("INVALID_HEADER", `HTTP does not allow this name or value for the header ${JSON.stringify(name)}.`);
    }
    return [[name, value]];
  });
}

/** Values that must be masked should anything echo them. */
export function secretValues(fields: readonly (readonly [string, string])[]): string[] {
  return fields.flatMap(([name, value]) => (harmless.test(name) ? [] : [value]));
}
