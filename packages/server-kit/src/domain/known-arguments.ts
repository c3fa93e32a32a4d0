// Checks filters and choices that a host's own code passes to the verbs, often straight from a query: a misspelt field or one of the wrong
// type would otherwise be ignored, and a job meant for one store would run for all of them.
import { findUnknownFields } from "./known-fields.js";
import { type RefusalDetail, requireNoViolations } from "./refusal.js";

const maxCount = 1000;

/** `time`: epoch milliseconds; `number`: whole; `count`: 1 to 1000; `word`: one of these; `words`: a list of them. */
export type ArgumentRule =
  | "text"
  | "flag"
  | "time"
  | "number"
  | "function"
  | "count"
  | { readonly word: readonly string[] }
  | { readonly words: readonly string[] };

/** Every field of `Shape`, so that the compiler reports a missing one. */
export type ArgumentRules<Shape> = Readonly<Record<keyof Shape, ArgumentRule>>;

/** Fields that are undefined count as omitted. @throws Refusal VALIDATION_ERROR that names each invalid field. */
export function requireArguments<Shape extends object>(given: Shape | undefined, rules: ArgumentRules<Shape>): void {
  if (given === undefined) return;
  if (typeof given !== "object" || given === null) {
    requireNoViolations([{ path: "", rule: "type", message: "must be an object" }]);
  }
  const names = Object.fromEntries(Object.keys(rules).map((name) => [name, true as const]));
  const violations: RefusalDetail[] = findUnknownFields(given, names);
  for (const [path, rule] of Object.entries<ArgumentRule>(rules)) {
    const value: unknown = Reflect.get(given, path);
    const violation = value === undefined ? undefined : violationOf(rule, value);
    if (violation !== undefined) violations.push({ path, ...violation });
  }
  requireNoViolations(violations);
}

const isWord = (words: readonly string[], value: unknown): boolean =>
  typeof value === "string" && words.includes(value);

function violationOf(rule: ArgumentRule, value: unknown): Omit<RefusalDetail, "path"> | undefined {
  if (typeof rule === "object") {
    if ("word" in rule) {
      return isWord(rule.word, value) ? undefined : { rule: "enum", message: `must be one of ${rule.word.join(", ")}` };
    }
    const isList = Array.isArray(value) && value.every((word) => isWord(rule.words, word));
    return isList ? undefined : { rule: "enum", message: `must be a list of ${rule.words.join(", ")}` };
  }
  const { isValid, kind, message } = checks[rule];
  return isValid(value) ? undefined : { rule: kind, message };
}

const checks: Record<
  Exclude<ArgumentRule, object>,
  { isValid: (value: unknown) => boolean; kind: string; message: string }
> = {
  text: { isValid: (value) => typeof value === "string", kind: "type", message: "must be text" },
  flag: { isValid: (value) => typeof value === "boolean", kind: "type", message: "must be true or false" },
  time: { isValid: Number.isSafeInteger, kind: "type", message: "must be epoch milliseconds" },
  number: { isValid: Number.isSafeInteger, kind: "type", message: "must be a whole number" },
  function: { isValid: (value) => typeof value === "function", kind: "type", message: "must be a function" },
  count: {
    isValid: (value) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= maxCount,
    kind: "range",
    message: `must be a whole number from 1 to ${maxCount}`,
  },
};
