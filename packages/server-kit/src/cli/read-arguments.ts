// Parses the arguments of a call by the options of its command; an invalid argument is reported with the valid use.
import { parseArgs } from "node:util";
import { nearestWord } from "../domain/nearest-word.js";
import { type Command, type OptionSpec, UsageError } from "./command.js";

/** Options of every command. */
export const commonOptions: readonly OptionSpec[] = [
  { name: "json", summary: "print one JSON document to standard output and nothing else" },
  { name: "help", summary: "show what this command does and its options" },
];

/** All options of a command, by name. */
export type OptionSpecs = ReadonlyMap<string, OptionSpec>;

/** The text of each option of a call, `true` for a switch. */
export type ReadArguments = ReadonlyMap<string, string | true>;

export function optionsOf(command: Command): OptionSpecs {
  return new Map([...command.options, ...commonOptions].map((spec) => [spec.name, spec]));
}

/** @throws UsageError for the first invalid argument. */
export function readArguments(command: Command, rest: readonly string[]): ReadArguments {
  const specs = optionsOf(command);
  const positional = [command.argument ?? []].flat();
  const values = new Map<string, string | true>();
  let position = 0;
  for (const token of tokensOf(specs, rest)) {
    if (token.kind === "option-terminator") continue;
    const name = token.kind === "option" ? token.name : positional[position++];
    if (name === undefined) {
      throw new UsageError(`"${command.name}" takes ${countText(positional.length)}; got "${token.value}".`);
    }
    const value = token.kind === "option" ? optionValue(command, specs, token) : token.value;
    if (values.has(name)) throw new UsageError(`--${name} is given twice: give it once.`);
    values.set(name, value);
  }
  return values;
}

function tokensOf(specs: OptionSpecs, rest: readonly string[]) {
  const options = Object.fromEntries(
    [...specs.values()].map(({ name, value }) => [name, { type: value === undefined ? "boolean" : "string" } as const]),
  );
  return parseArgs({ args: [...rest], strict: false, tokens: true, allowPositionals: true, options }).tokens;
}

function countText(count: number): string {
  if (count === 0) return "options only";
  return count === 1 ? "one argument" : `${count} arguments`;
}

interface OptionToken {
  name: string;
  /** As it was typed, with its dashes. */
  rawName: string;
  value?: string | undefined;
  /** Whether it was written `--name=value`. */
  inlineValue?: boolean | undefined;
}

function optionValue(
  command: Command,
  specs: OptionSpecs,
  { name, rawName, value, inlineValue }: OptionToken,
): string | true {
  const spec = specs.get(name);
  if (spec === undefined) {
    const hint = nearestWord(rawName.replace(/^--?/, ""), [...specs.keys()]);
    const advice = hint === undefined ? `"${command.name} --help" lists the options.` : `Did you mean --${hint}?`;
    throw new UsageError(`"${command.name}" has no option ${rawName}. ${advice}`);
  }
  if (spec.value === undefined) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value; got "${value}".`);
    return true;
  }
  // In `--name --json` the second option is not the value of the first.
  if (value === undefined) throw new UsageError(`${rawName} needs a value: ${rawName} ${spec.value}`);
  if (inlineValue === false && value.startsWith("-") && value !== "-") {
    throw new UsageError(
      `${rawName} needs a value: ${rawName} ${spec.value}. A value that starts with "-" is written ${rawName}=${value}`,
    );
  }
  return value;
}
