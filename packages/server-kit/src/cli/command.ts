// The type of a command: its options and its outcome. run-command-line.ts prints the outcome, as text or as JSON.
import type { ServiceConfig } from "../service-config.js";
import type { CommandIo } from "./command-io.js";

/** Variables by name. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export interface OptionSpec {
  /** The name, without the leading `--`. */
  name: string;
  /**
   * Set for an option that configures the service (which database, which address): PAYMENT_SESSIONS_NAME is read when it is not given. An
   * option that selects a record is read from the arguments only: a left-over variable could change or delete the wrong record.
   */
  configures?: true;
  /** Set for an option that may contain a password: never displayed, and PAYMENT_SESSIONS_NAME_FILE may name a file that contains it. */
  isSecret?: true;
  /** The default in words, for `config check`. */
  otherwise?: string;
  /** The placeholder for the value in help, such as `<file>`. Omitted for a switch without a value. */
  value?: string;
  summary: string;
}

export interface Command {
  /** One or two words, such as `store create`. */
  name: string;
  summary: string;
  options: readonly OptionSpec[];
  /** The options that may be given without their names, in this order: `payment show pay_1` is `payment show --payment-id pay_1`. */
  argument?: string | readonly string[];
  run(given: GivenOptions, io: CommandIo): Promise<Outcome | StreamedOutcome>;
}

/** An outcome of any length, printed piece by piece. */
export interface StreamedOutcome {
  /** Without --json the text is printed as it is; with it, as the field `text` of a document with these fields. */
  fields: Readonly<Record<string, string>>;
  /** Calls `write` with each piece of the text. */
  stream(write: (text: string) => Promise<void>): Promise<void>;
}

export interface Outcome {
  /** The output with --json. */
  document: unknown;
  /** The output without --json. */
  text: string;
  /** Default 0. */
  exitCode?: number;
  /** The command continues after its outcome was printed, until this resolves. */
  finished?: Promise<void>;
}

/** The options of one call. Every reader throws a UsageError that names the option and what would be valid. */
export interface GivenOptions {
  isJson: boolean;
  /** Undefined when it was not given; empty text is a value that clears a setting. */
  text(name: string): string | undefined;
  /** Text that must be given and not be empty. */
  required(name: string): string;
  flag(name: string): boolean;
  /** The source of its value, for messages: `--port`, `PAYMENT_SESSIONS_PORT`, or `port in payment-sessions.config.ts`. */
  source(name: string): string;
  /** The kind of source of its value. */
  origin(name: string): Origin;
  /**
   * Read from the environment only, or from the file that PAYMENT_SESSIONS_NAME_FILE names: an argument could be read by other users of
   * the machine.
   */
  secret(name: string): string | undefined;
  /** The variable that a secret was read from. */
  secretSource(name: string): string;
  /** The configuration file of this call. */
  configFile: { name: string; config: ServiceConfig } | undefined;
}

export type Origin = "default" | "file" | "environment" | "flag";

/** The command was called incorrectly: exit status 2. The message names the option and what would be valid. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The environment variable of an option: `smtp-url` is PAYMENT_SESSIONS_SMTP_URL. */
export function environmentVariableOf(option: string): string {
  return `PAYMENT_SESSIONS_${option.toUpperCase().replaceAll("-", "_")}`;
}
