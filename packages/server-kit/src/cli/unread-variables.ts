// Finds PAYMENT_SESSIONS_… variables that no command reads: a mistyped name would otherwise be ignored silently.
import { nearestWord } from "../domain/nearest-word.js";
import { type Command, type EnvironmentVariables, environmentVariableOf, type OptionSpec } from "./command.js";
import { fileSuffix, variablesOf } from "./layers.js";
import { commonOptions } from "./read-arguments.js";

/** Secrets that are read from the environment but have no option. */
const secretVariables = ["encryption-key", "password"]
  .map(environmentVariableOf)
  .flatMap((variable) => [variable, variable + fileSuffix]);
/** Variables of the SDK and its examples, which may run in the same environment. */
const sdkVariables = ["api-key", "merchant-id", "webhook-secret"].map(environmentVariableOf);

/** One sentence for each variable that is set and not read. */
export function findUnreadVariables(environment: EnvironmentVariables, commands: readonly Command[]): string[] {
  const options = [...commands.flatMap((command) => command.options), ...commonOptions];
  const read = [...new Set(options.flatMap(variablesOf)), ...secretVariables];
  const known = new Set([...read, ...sdkVariables]);
  const names = Object.keys(environment);
  // A name with other characters is a line of another form, whose rest may be a secret.
  const unread = names
    .filter((name) => name.startsWith(prefix) && !known.has(name))
    .map((name) => name.replace(/\W.*/s, ""));
  return [...unread.map((name) => describeUnread(name, options, read)), ...findMistypedPrefixes(names, read)];
}

function describeUnread(name: string, options: readonly OptionSpec[], read: readonly string[]): string {
  const option = options.find((spec) => environmentVariableOf(spec.name) === name);
  if (option !== undefined) {
    return `${name} is not read: give --${option.name} with the command. Environment variables only configure the service.`;
  }
  const hint = nearestWord(name, read);
  return `${name} is not read.${hint === undefined ? "" : ` Did you mean ${hint}?`}`;
}

const prefix = environmentVariableOf("");

/** Only names whose rest is one of ours: other programs have variables that begin in a similar way. */
function findMistypedPrefixes(names: readonly string[], read: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (name.startsWith(prefix)) return [];
    const rest = /^payments?_?sessions?_(.+)$/i.exec(name)?.[1] ?? "";
    const meant = prefix + rest.toUpperCase();
    return read.includes(meant) ? [`${name} is not read. Did you mean ${meant}?`] : [];
  });
}
