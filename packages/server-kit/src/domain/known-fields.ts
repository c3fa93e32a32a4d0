// Rejects unknown fields in objects from a host or an operator. A misspelt field would otherwise be ignored silently:
// with `enviroments`, live payments would be served where only test ones were intended.
import { nearestWord } from "./nearest-word.js";
import type { RefusalDetail } from "./refusal.js";

/** Every field of `Shape`, so that the compiler reports a missing one. */
export type FieldNames<Shape> = Readonly<Record<keyof Shape, true>>;

/** One error for each unknown field of `given`; none when it is not an object, which other checks report. */
export function findUnknownFields(given: unknown, known: Readonly<Record<string, true>>, path = ""): RefusalDetail[] {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return [];
  return Object.keys(given)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => ({
      path: path === "" ? name : `${path}.${name}`,
      rule: "unknown",
      message: `is unknown: ${suggest(name, Object.keys(known))}`,
    }));
}

function suggest(name: string, known: string[]): string {
  const near = nearestField(name, known);
  return near === undefined ? `valid names are ${known.join(", ")}` : `did you mean ${near}?`;
}

/** The known name that was probably meant: it differs in case, in separators or in a few letters. */
export function nearestField(name: string, known: readonly string[]): string | undefined {
  const meant = plain(name);
  return known.find((candidate) => plain(candidate) === meant) ?? nearestWord(name, known);
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();
}
