// Does an object from a host or an operator name only what is known here? A field with a slip in its name would otherwise change nothing,
// in silence: `enviroments` serves live payments where only test ones were meant.
import { nearestWord } from "./nearest-word.js";
import type { RefusalDetail } from "./refusal.js";

/** Every field of `Shape`, so that the compiler finds one that was forgotten. */
export type FieldNames<Shape> = Readonly<Record<keyof Shape, true>>;

/** One fault for each unknown field of `given`; none when it is no object, which is for others to name. */
export function findUnknownFields(given: unknown, known: Readonly<Record<string, true>>, path = ""): RefusalDetail[] {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return [];
  return Object.keys(given)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => ({
      path: path === "" ? name : `${path}.${name}`,
      rule: "unknown",
      message: `is not known: ${suggest(name, Object.keys(known))}`,
    }));
}

/** The known name that differs by case, blanks or a few letters only; otherwise all of them. */
function suggest(name: string, known: string[]): string {
  const near = known.find((candidate) => plain(candidate) === plain(name)) ?? nearestWord(name, known);
  return near === undefined ? `there are ${known.join(", ")}` : `did you mean ${near}?`;
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();
}
