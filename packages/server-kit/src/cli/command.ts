// What a command is: its options, and what it returns. run-command-line.ts prints the outcome, as text or as JSON.
import type { ServiceConfig } from "../service-config.js";
import type { CommandIo } from "./command-io.js";

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface OptionSpec {
  /** Written `--name`. */
  name: string;
  /**
   * It configures the service (which database, which address), so that PAYMENT_SESSIONS_NAME is read when it is not given. An option that
   * chooses a record is read from the arguments only: a left-over variable could change or delete the wrong record.
   */
  configures?: true;
  /** It may contain a password: never shown, and PAYMENT_SESSIONS_NAME_FILE may name a file that contains it. */
  isSecret?: true;
  /** The default in words, for `config check`. */
  otherwise?: string;
  /** The placeholder for the value in help, such as `<file>`. Left out: a switch without a value. */
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
  run(given: GivenOptions, io: CommandIo): Promise<Outcome>;
}

export interface Outcome {
  /** For --json. */
  document: unknown;
  /** For people, when --json is not given. */
  text: string;
  /** 0 when left out. */
  exitCode?: number;
  /** The command continues after its outcome was printed, until this resolves. */
  finished?: Promise<void>;
}

/** The options of one call. Every reader throws a UsageError that names the option and what would be right. */
export interface GivenOptions {
  isJson: boolean;
  /** Undefined when it was not given; empty text is a value that clears a setting. */
  text(name: string): string | undefined;
  /** Text that must be given and not be empty. */
  required(name: string): string;
  flag(name: string): boolean;
  /** Where its value comes from, for messages: `--port`, `PAYMENT_SESSIONS_PORT`, or `port in payment-sessions.config.ts`. */
  source(name: string): string;
  /** Which kind of source its value comes from. */
  origin(name: string): Origin;
  /**
   * Read from the environment only, or from the file that PAYMENT_SESSIONS_NAME_FILE names: an argument could be read by other users of
   * the machine.
   */
  secret(name: string): string | undefined;
  /** The variable that a secret came from. */
  secretSource(name: string): string;
  /** The configuration file of this call. */
  configFile: { name: string; config: ServiceConfig } | undefined;
}

export type Origin = "default" | "file" | "environment" | "flag";

/** The command was called incorrectly: exit status 2. The message names the option and what would be valid. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export function environmentVariableOf(option: string): string {
  return `PAYMENT_SESSIONS_${option.toUpperCase().replaceAll("-", "_")}`;
}
