// From argv and the environment to a command and its options; whatever does not fit is named, with what would.
import { parseArgs } from "node:util";
import { nearestWord } from "../domain/nearest-word.js";
import type { ServiceConfig } from "../service-config.js";
import {
  type Command,
  type Environment,
  environmentVariableOf,
  type GivenOptions,
  type OptionSpec,
  type Origin,
  UsageError,
} from "./command.js";
import { fieldOf, fileSuffix, readConfigField, readSecret, type SecretText, variablesOf } from "./layers.js";

/** Every command has these. */
export const commonOptions: readonly OptionSpec[] = [
  { name: "json", summary: "one JSON document on standard output, nothing else there" },
  { name: "help", summary: "what this command does and takes" },
];

/** The command that the first words name, and the arguments after them. */
export function findCommand(
  argv: readonly string[],
  commands: readonly Command[],
): { command: Command; rest: string[] } {
  const [first = "", second = ""] = argv;
  const single = commands.find(({ name }) => name === first);
  if (single !== undefined) return { command: single, rest: argv.slice(1) };
  const double = commands.find(({ name }) => name === `${first} ${second}`);
  if (double !== undefined) return { command: double, rest: argv.slice(2) };
  const verbs = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name.split(" ")[1]);
  if (verbs.length > 0) {
    const got = second === "" || second.startsWith("-") ? "" : `, not "${second}"`;
    throw new UsageError(`"${first}" is followed by ${verbs.join(", ")}${got}.`);
  }
  const words = [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""))];
  const hint = nearestWord(first, words);
  throw new UsageError(
    `There is no command "${first}"${hint === undefined ? "." : `; did you mean "${hint}"?`} Commands: ${words.join(", ")}.`,
  );
}

/** @param loaded The configuration file of this call; what it says counts least. */
export function readOptions(
  command: Command,
  rest: readonly string[],
  environment: Environment,
  loaded?: { name: string; config: ServiceConfig; fromEnvFile: ReadonlySet<string> },
): GivenOptions {
  const specs = new Map([...command.options, ...commonOptions].map((spec) => [spec.name, spec]));
  const values = new Map<string, string | true>();
  const { tokens } = parseArgs({
    args: [...rest],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      [...specs.values()].map(({ name, value }) => [name, { type: value === undefined ? "boolean" : "string" }]),
    ),
  });

  const bare = [command.argument ?? []].flat();
  for (const token of tokens) {
    if (token.kind === "option") keep(token.name, readToken(specs.get(token.name), token));
    if (token.kind === "positional") {
      const name = bare.shift();
      if (name === undefined) {
        const count = [command.argument ?? []].flat().length;
        if (count === 1) keep([command.argument ?? []].flat()[0] ?? "", token.value);
        const takes = count === 0 ? "no bare argument" : `${count} bare arguments`;
        throw new UsageError(`"${command.name}" takes ${takes}; got "${token.value}".`);
      }
      keep(name, token.value);
    }
  }

  function readToken(
    spec: OptionSpec | undefined,
    { rawName, value, inlineValue }: { rawName: string; value?: string | undefined; inlineValue?: boolean | undefined },
  ): string | true {
    if (spec === undefined) {
      const hint = nearestWord(rawName.replace(/^--?/, ""), [...specs.keys()]);
      const advice = hint === undefined ? `"${command.name} --help" lists the options.` : `Did you mean --${hint}?`;
      throw new UsageError(`"${command.name}" has no option ${rawName}. ${advice}`);
    }
    if (spec.value === undefined) {
      if (value !== undefined) throw new UsageError(`${rawName} takes no value; got "${value}".`);
      return true;
    }
    // With `--name --json` the next option would otherwise be swallowed as the value.
    if (value === undefined || (inlineValue === false && value.startsWith("-") && value !== "-")) {
      throw new UsageError(`${rawName} needs a value: ${rawName} ${spec.value}`);
    }
    return value;
  }

  function keep(name: string, value: string | true): void {
    if (values.has(name)) throw new UsageError(`--${name} is given twice: give it once.`);
    values.set(name, value);
  }

  function find(name: string): { value: string | true | undefined; origin: Origin; source: string } {
    const spec = specs.get(name);
    if (spec === undefined) throw new Error(`Command ${command.name} reads --${name} without declaring it.`);
    const given = values.get(name);
    if (given !== undefined) return { value: given, origin: "flag", source: `--${name}` };
    const found = findVariable(spec);
    if (found !== undefined) {
      const source = sourceOf(found.variable);
      return { value: givenValue(spec, source, found.text), origin: "environment", source };
    }
    const field = loaded && readConfigField(loaded.config, spec);
    if (field !== undefined) {
      const source = `${field.path} in ${loaded?.name}`;
      return { value: givenValue(spec, source, field.text), origin: "file", source };
    }
    return { value: undefined, origin: "default", source: `--${name}` };
  }

  function sourceOf(variable: string): string {
    return loaded?.fromEnvFile.has(variable) ? `${variable} in .env` : variable;
  }

  function findVariable(spec: OptionSpec): SecretText | undefined {
    if (spec.configures !== true) return undefined;
    const variable = environmentVariableOf(spec.name);
    if (spec.isSecret === true) return readSecret(environment, variable);
    const text = environment[variable] || undefined;
    return text === undefined ? undefined : { text, variable };
  }

  return {
    isJson: find("json").value === true,
    text(name) {
      const { value } = find(name);
      return value === true ? undefined : value;
    },
    required(name) {
      const { value } = find(name);
      if (value === undefined || value === true || value.trim() === "") {
        const spec = specs.get(name);
        throw new UsageError(`--${name} is missing: ${spec?.summary ?? "give it"} (--${name} ${spec?.value ?? ""}).`);
      }
      return value;
    },
    flag: (name) => find(name).value === true,
    source: (name) => (specs.has(name) ? find(name).source : `${fieldOf(name)} in ${loaded?.name}`),
    origin: (name) => find(name).origin,
    secret: (name) => readSecret(environment, environmentVariableOf(name))?.text,
    secretSource(name) {
      const variable = environmentVariableOf(name);
      return sourceOf(readSecret(environment, variable)?.variable ?? variable);
    },
    configFile: loaded,
  };
}

function givenValue(spec: OptionSpec, source: string, text: string): string | true | undefined {
  return spec.value === undefined ? isSwitchedOn(source, text) : text;
}

function isSwitchedOn(source: string, text: string): true | undefined {
  if (["1", "true", "yes"].includes(text.toLowerCase())) return true;
  if (["0", "false", "no"].includes(text.toLowerCase())) return undefined;
  throw new UsageError(`${source} must be 1, true or yes, or 0, false or no; got "${text}".`);
}

/** The variables that some command reads. */
const secretVariables = ["encryption-key", "password"]
  .map(environmentVariableOf)
  .flatMap((variable) => [variable, variable + fileSuffix]);
/** Those of the SDK and its examples, which may run in the same environment. */
const foreignVariables = ["api-key", "merchant-id", "webhook-secret"].map(environmentVariableOf);

/** What to say about variables of ours that nothing reads: a mistyped name would otherwise be no setting at all, in silence. */
export function findUnreadVariables(environment: Environment, commands: readonly Command[]): string[] {
  const options = [...commands.flatMap((command) => command.options), ...commonOptions];
  const read = [...new Set(options.flatMap(variablesOf)), ...secretVariables];
  const known = new Set([...read, ...foreignVariables]);
  const unread = Object.keys(environment).filter((name) => name.startsWith("PAYMENT_SESSIONS_") && !known.has(name));
  return unread.map((name) => {
    const option = options.find((spec) => environmentVariableOf(spec.name) === name);
    if (option !== undefined) {
      return `${name} is not read: give --${option.name} with the command. Variables configure the service, they never act on records.`;
    }
    const hint = nearestWord(name, read);
    return `${name} is not read.${hint === undefined ? "" : ` Did you mean ${hint}?`}`;
  });
}
