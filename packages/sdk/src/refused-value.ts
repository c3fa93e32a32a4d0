// The error for a value of the caller that is of the wrong kind: says what it must be and what was given.
import { describeValue } from "./describe-value.js";
import { type ClientErrorCode, refusal, type UsageError } from "./errors.js";

/** @param rule continues "must be", for example `a positive number of milliseconds` */
export function refusedValue(code: ClientErrorCode, name: string, rule: string, value: unknown): UsageError {
  return refusal(code, `${name} must be ${rule}, not ${describeValue(value)}.`);
}
