// Which options does the mock not have? A mistyped name would silently change nothing.
import { suggestName } from "../nearest-name.js";

/** @throws TypeError that names the nearest known name and lists all */
export function refuseUnknownNames(of: string, given: object, known: readonly string[]): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const near = suggestName(name, known);
    throw new TypeError(`${JSON.stringify(name)} is not known to ${of}.${near} There are ${known.join(", ")}.`);
  }
}
