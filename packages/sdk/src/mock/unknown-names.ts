// Rejects unknown option names: a mistyped name would silently have no effect.
import { suggestName } from "../nearest-name.js";

/** @throws TypeError that names the nearest known name and lists all */
export function refuseUnknownNames(of: string, given: object, known: readonly string[]): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const near = suggestName(name, known);
    throw new TypeError(`${JSON.stringify(name)} is not known to ${of}.${near} There are ${known.join(", ")}.`);
  }
}
