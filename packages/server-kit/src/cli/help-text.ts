// What --help says, made from the commands themselves.
import { type Command, environmentVariableOf, type OptionSpec } from "./command.js";
import { commonOptions } from "./read-arguments.js";
import { inColumns } from "./table.js";

export function overview(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [`  ${name}`, summary]);
  return [
    "payment-sessions <command> [options]",
    "",
    inColumns(rows),
    "",
    "payment-sessions <command> --help lists the options of a command. Options that configure the service are also read",
    "from an environment variable, --database from PAYMENT_SESSIONS_DATABASE, and from payment-sessions.config.{ts,mjs,js}.",
    "PAYMENT_SESSIONS_ENCRYPTION_KEY (32 bytes as base64; several, separated by commas, while rotating) is never an option, since",
    "other users of the machine see those. Secrets may be in files: PAYMENT_SESSIONS_ENCRYPTION_KEY_FILE, …_SMTP_URL_FILE.",
    "Exit status: 0 done, 1 refused or failed, 2 wrong use.",
  ].join("\n");
}

export function commandHelp(command: Command): string {
  const argument = [command.argument ?? []]
    .flat()
    .map((name) => ` [<${name}>]`)
    .join("");
  const rows = [...command.options, ...commonOptions].map((spec) => [
    `  ${written(spec)}`,
    spec.summary,
    spec.configures === true ? environmentVariableOf(spec.name) : "",
  ]);
  return [`payment-sessions ${command.name}${argument} [options]`, "", command.summary, "", inColumns(rows)].join("\n");
}

function written({ name, value }: OptionSpec): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
