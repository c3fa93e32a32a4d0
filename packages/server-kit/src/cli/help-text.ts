// The text of --help, from the commands themselves.
import { type Command, environmentVariableOf, type OptionSpec } from "./command.js";
import { commonOptions } from "./read-arguments.js";
import { inColumns } from "./table.js";

export function overview(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [`  ${name}`, firstSentence(summary)]);
  return [
    "payment-sessions <command> [options]",
    "",
    inColumns(rows),
    "",
    "payment-sessions <command> --help describes a command and its options. Options that configure the service are also read from",
    "an environment variable (--database from PAYMENT_SESSIONS_DATABASE) and from payment-sessions.config.{ts,mjs,js}.",
    "PAYMENT_SESSIONS_ENCRYPTION_KEY (32 bytes as base64; several, separated by commas, while rotating) is read from the environment",
    "only: other users of the machine can see options. Secrets may be in files: PAYMENT_SESSIONS_ENCRYPTION_KEY_FILE, …_SMTP_URL_FILE.",
    "Exit status: 0 success, 1 rejected or failed, 2 usage error.",
  ].join("\n");
}

export function commandHelp(command: Command): string {
  const argument = [command.argument ?? []]
    .flat()
    .map((name) => ` [<${name}>]`)
    .join("");
  const rows = [...command.options, ...commonOptions].map((spec) => [
    `  ${written(spec)}`,
    spec.configures === true ? `${spec.summary} [${environmentVariableOf(spec.name)}]` : spec.summary,
  ]);
  return [`payment-sessions ${command.name}${argument} [options]`, "", command.summary, "", inColumns(rows)].join("\n");
}

/** The overview has one short line for each command; its own --help has the whole summary. */
function firstSentence(summary: string): string {
  return summary.replace(/(?<=\.) [A-Z`-].*$/s, "");
}

function written({ name, value }: OptionSpec): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
