// Parses the text of options: words of a set, whole numbers, timestamps, lists. Each error states what would be valid.
import { keptKinds, type RetentionOptions } from "../domain/retention.js";
import { calendarDay } from "../domain/statements/statement-values.js";
import { type GivenOptions, type OptionSpec, UsageError } from "./command.js";

/** A word of the set; undefined when the option is not given. @throws UsageError for any other word. */
export function oneOf<Word extends string>(
  given: GivenOptions,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = given.text(name);
  return text === undefined ? undefined : requireWord(given.source(name), text, words);
}

export function requiredOneOf<Word extends string>(given: GivenOptions, name: string, words: readonly Word[]): Word {
  return requireWord(given.source(name), given.required(name), words);
}

function requireWord<Word extends string>(what: string, text: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text);
  if (found === undefined) throw new UsageError(`${what} must be one of ${words.join(", ")}; got "${text}".`);
  return found;
}

/** A whole number in the range; undefined when the option is not given. @throws UsageError for anything else. */
export function wholeNumber(
  given: GivenOptions,
  name: string,
  { min, max }: { min: number; max: number },
): number | undefined {
  const text = given.text(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new UsageError(`${given.source(name)} must be a whole number from ${min} to ${max}; got "${text}".`);
  }
  return value;
}

/** The option of a list for its number of rows. */
export function limitOption(byDefault = 50): OptionSpec {
  return { name: "limit", value: "<number>", summary: `maximum number of rows; default: ${byDefault}` };
}

export function limitOf(given: GivenOptions, byDefault = 50): number {
  return wholeNumber(given, "limit", { min: 1, max: 1000 }) ?? byDefault;
}

/** `true` or `false`, for settings that can be changed both ways. */
export function yesOrNo(given: GivenOptions, name: string): boolean | undefined {
  const word = oneOf(given, name, ["true", "false"]);
  return word === undefined ? undefined : word === "true";
}

/** Epoch milliseconds, from ISO 8601 or from digits. A time requires its offset: without one it would depend on the machine's time zone. */
export function timestamp(given: GivenOptions, name: string): number | undefined {
  const text = given.text(name);
  if (text === undefined) return undefined;
  if (/^\d{12,14}$/.test(text)) return Number(text);
  const value = isoTime.test(text) && isCalendarDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(value)) {
    throw new UsageError(
      `${given.source(name)} must be a time such as 2027-01-31T12:00:00Z, a day such as 2027-01-31 (midnight UTC), or epoch milliseconds; got "${text}".`,
    );
  }
  return value;
}

const isoTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** `Date.parse` takes the 30th of February as the 2nd of March. */
function isCalendarDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  return calendarDay(year, month, day) !== undefined;
}

/** Comma-separated; empty text is the empty list. */
export function list(given: GivenOptions, name: string): string[] | undefined {
  const text = given.text(name);
  if (text === undefined) return undefined;
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export function listOf<Word extends string>(
  given: GivenOptions,
  name: string,
  words: readonly Word[],
): Word[] | undefined {
  return list(given, name)?.map((part) => requireWord(`Each part of ${given.source(name)}`, part, words));
}

/** `key=word,key=word` */
export function pairs<Key extends string, Word extends string>(
  given: GivenOptions,
  name: string,
  { keys, words }: { keys: readonly Key[]; words: readonly Word[] },
): Partial<Record<Key, Word>> | undefined {
  const parts = list(given, name);
  if (parts === undefined) return undefined;
  const entries = parts.map((part) => {
    const [key = "", word, ...rest] = part.split("=");
    if (word === undefined || rest.length > 0) {
      throw new UsageError(`--${name} must be written ${keys[0]}=${words.join("|")},…; got "${part}".`);
    }
    return [requireWord(`The name in --${name}`, key, keys), requireWord(`--${name} ${key}`, word, words)] as const;
  });
  // Every key and word was looked up in its list.
  return Object.fromEntries(entries) as Partial<Record<Key, Word>>;
}

/** The text of an optional setting; null for empty text, which clears it. */
export function clearable(given: GivenOptions, name: string): string | null | undefined {
  const text = given.text(name);
  return text === "" ? null : text;
}

/** For `serve` and `prune`. */
export const retentionOption: OptionSpec = {
  name: "retention",
  configures: true,
  otherwise: "the defaults of the package",
  value: "<kind=days,…>",
  summary: `how long records are kept, such as deliveries=180,audit=forever; kinds: ${keptKinds.join(", ")}`,
};

/** `kind=days,kind=forever`. Kinds that the option does not name are as in the configuration file, which may keep them for ever. */
export function retentionSettings(given: GivenOptions): { retention: RetentionOptions | undefined } {
  const ofFile = given.configFile?.config.retention;
  const parts = list(given, "retention");
  if (parts === undefined) return { retention: ofFile };
  const retention: Record<string, number | false | undefined> = { ...ofFile };
  for (const part of parts) {
    const [kind = "", days = "", ...rest] = part.split("=");
    const isValid = rest.length === 0 && /^(\d{1,6}|forever)$/.test(days);
    if (!isValid) {
      throw new UsageError(
        `${given.source("retention")} must be written deliveries=180,audit=forever, in days; got "${part}".`,
      );
    }
    retention[`${requireWord(`The kind in ${given.source("retention")}`, kind, keptKinds)}Days`] =
      days === "forever" ? false : Number(days);
  }
  return { retention };
}

/** In the form of the option. */
export function retentionText(retention: RetentionOptions): string {
  return keptKinds
    .map((kind) => ({ kind, days: retention[`${kind}Days`] }))
    .filter(({ days }) => days !== undefined)
    .map(({ kind, days }) => `${kind}=${days === false ? "forever" : days}`)
    .join(",");
}
