// Rejects options that are no object, and unknown option names: both would silently have no effect.
import { describeValue } from "../describe-value.js";
import { isObject } from "../is-object.js";
import { suggestName } from "../nearest-name.js";

/** @throws TypeError that describes the given value, or names the nearest known name and lists all */
export function refuseUnknownNames(of: string, given: unknown, known: readonly string[]): void {
  if (!isObject(given)) throw new TypeError(`The options of ${of} must be an object, not ${describeValue(given)}.`);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const near = suggestName(name, known);
    throw new TypeError(`Unknown option ${JSON.stringify(name)} of ${of}.${near} Valid options: ${known.join(", ")}.`);
  }
}
