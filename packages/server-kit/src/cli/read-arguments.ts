// From argv and the environment to a command and its options; whatever does not fit is named, with what would.
import { parseArgs } from "node:util";
import { type Command, environmentVariableOf, type GivenOptions, type OptionSpec, UsageError } from "./command.js";

export type Environment = Readonly<Record<string, string | undefined>>;

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
  const hint = nearest(first, words);
  throw new UsageError(
    `There is no command "${first}"${hint === undefined ? "." : `; did you mean "${hint}"?`} Commands: ${words.join(", ")}.`,
  );
}

export function readOptions(command: Command, rest: readonly string[], environment: Environment): GivenOptions {
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
      const hint = nearest(rawName.replace(/^--?/, ""), [...specs.keys()]);
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

  function find(name: string): string | true | undefined {
    const spec = specs.get(name);
    if (spec === undefined) throw new Error(`Command ${command.name} reads --${name} without declaring it.`);
    const given = values.get(name);
    if (given !== undefined) return given;
    if (spec.configures !== true) return undefined;
    const variable = environmentVariableOf(name);
    const text = environment[variable];
    if (text === undefined || text === "") return undefined;
    return spec.value === undefined ? isSwitchedOn(variable, text) : text;
  }

  return {
    isJson: find("json") === true,
    text(name) {
      const value = find(name);
      return value === true ? undefined : value;
    },
    required(name) {
      const value = find(name);
      if (value === undefined || value === true || value.trim() === "") {
        const spec = specs.get(name);
        throw new UsageError(`--${name} is missing: ${spec?.summary ?? "give it"} (--${name} ${spec?.value ?? ""}).`);
      }
      return value;
    },
    flag: (name) => find(name) === true,
    source: (name) => (values.has(name) || find(name) === undefined ? `--${name}` : environmentVariableOf(name)),
    secret: (name) => environment[environmentVariableOf(name)] || undefined,
  };
}

function isSwitchedOn(variable: string, text: string): true | undefined {
  if (["1", "true", "yes"].includes(text.toLowerCase())) return true;
  if (["0", "false", "no"].includes(text.toLowerCase())) return undefined;
  throw new UsageError(`${variable} must be 1, true or yes, or 0, false or no; got "${text}".`);
}

/** The variables that some command reads. */
const secretVariables = ["encryption-key", "password"].map(environmentVariableOf);
/** Those of the SDK and its examples, which may run in the same environment. */
const foreignVariables = ["api-key", "merchant-id", "webhook-secret"].map(environmentVariableOf);

/** What to say about variables of ours that nothing reads: a mistyped name would otherwise be no setting at all, in silence. */
export function findUnreadVariables(environment: Environment, commands: readonly Command[]): string[] {
  const options = [...commands.flatMap((command) => command.options), ...commonOptions];
  const read = [
    ...new Set(options.filter(({ configures }) => configures).map(({ name }) => environmentVariableOf(name))),
    ...secretVariables,
  ];
  const known = new Set([...read, ...foreignVariables]);
  const unread = Object.keys(environment).filter((name) => name.startsWith("PAYMENT_SESSIONS_") && !known.has(name));
  return unread.map((name) => {
    const option = options.find((spec) => environmentVariableOf(spec.name) === name);
    if (option !== undefined) {
      return `${name} is not read: give --${option.name} with the command. Variables configure the service, they never act on records.`;
    }
    const hint = nearest(name, read);
    return `${name} is not read.${hint === undefined ? "" : ` Did you mean ${hint}?`}`;
  });
}

/** The word that was probably meant: few edits away, measured by its length. */
function nearest(written: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((word) => ({ word, distance: editDistance(written, word) }))
    .sort((left, right) => left.distance - right.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.word.length / 3)) ? best.word : undefined;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...left].entries()) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j += 1) {
      const replaced = (row[j] ?? 0) + (letter === right[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
