// Checks the arguments of each verb before anything is read: ids are text, required objects are given, and no text has a NUL character.
import { requireNoNul } from "../domain/nul-text.js";
import { type RefusalDetail, requireNoViolations } from "../domain/refusal.js";
import { type ArgumentKind, type VerbGroups, verbArguments } from "./verb-arguments.js";

type Verb = (...given: unknown[]) => unknown;
type NamedArgument = readonly [name: string, kind: ArgumentKind];

const argumentsOfGroups = new Map(
  Object.entries<Readonly<Record<string, Readonly<Record<string, ArgumentKind>>>>>(verbArguments),
);

/** The same verbs; they throw a Refusal VALIDATION_ERROR that names each argument of another kind, and a text with a NUL character. */
export function withCheckedArguments(groups: VerbGroups): VerbGroups {
  const checked = Object.entries(groups).map(([group, verbs]) => {
    const named = argumentsOfGroups.get(group) ?? {};
    // Each verb is a function.
    const own = Object.entries(verbs as Record<string, Verb>).map(([verb, run]) => [
      verb,
      isExport(group, verb) ? exportChecked(run) : runChecked(run, Object.entries(named[verb] ?? {})),
    ]);
    return [group, Object.fromEntries(own)];
  });
  // Every verb is still there, with the same arguments.
  return Object.fromEntries(checked) as VerbGroups;
}

function runChecked(run: Verb, named: readonly NamedArgument[]): Verb {
  return async (...given) => {
    requireNoViolations(named.flatMap(([name, kind], index) => violationsOf(name, kind, given[index])));
    given.forEach((argument, index) => {
      const [name, kind] = named[index] ?? [];
      // The fields of an object are named without it.
      requireNoNul(argument, kind === "id" || kind === "optional id" ? name : undefined);
    });
    return run(...given);
  };
}

function violationsOf(path: string, kind: ArgumentKind, value: unknown): RefusalDetail[] {
  if (kind === "any" || (value === undefined && kind.startsWith("optional "))) return [];
  if (kind === "id" || kind === "optional id") {
    return typeof value === "string" ? [] : [{ path, rule: "type", message: "must be text" }];
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? [] : [{ path, rule: "type", message: "must be an object" }];
}

/** The only verb that returns no promise. */
const isExport = (group: string, verb: string) => group === "audit" && verb === "export";

function exportChecked(run: Verb): Verb {
  return (...given) => {
    requireNoNul(given[1]);
    return run(...given);
  };
}
