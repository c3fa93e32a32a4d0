// What a command is: its options, and what it returns. Printing is done in one place, for people and for programs alike.
import type { ServiceConfig } from "../service-config.js";
import type { CommandIo } from "./command-io.js";

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface OptionSpec {
  /** Written `--name`. */
  name: string;
  /**
   * It configures the service (which database, which address), so that PAYMENT_SESSIONS_NAME is read when it is not given. What acts on a
   * record must be written down with the command: a variable that was left behind would change or delete something unseen.
   */
  configures?: true;
  /** It may hold a password: never shown, and PAYMENT_SESSIONS_NAME_FILE may name a file with it. */
  isSecret?: true;
  /** What counts when it is given nowhere, for `config check`. */
  otherwise?: string;
  /** What stands for the value in help, such as `<file>`. Left out: a switch that is given or not. */
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
  /** For people. */
  text: string;
  /** 0 unless said otherwise. */
  exitCode?: number;
  /** The command goes on after its outcome was printed, until this resolves. */
  finished?: Promise<void>;
}

/** The options of one call. Every reader throws a UsageError that names the option and what would be right. */
export interface GivenOptions {
  isJson: boolean;
  /** Undefined when it was not given; empty text is a value, and clears a setting. */
  text(name: string): string | undefined;
  /** Text that must be given and not be empty. */
  required(name: string): string;
  flag(name: string): boolean;
  /** How the person gave it: `--port`, `PAYMENT_SESSIONS_PORT`, or `port in payment-sessions.config.ts`. For messages. */
  source(name: string): string;
  /** Where its value comes from. */
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

/** The command was called in a wrong way: exit status 2. The message says which option and what would be right. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export function environmentVariableOf(option: string): string {
  return `PAYMENT_SESSIONS_${option.toUpperCase().replaceAll("-", "_")}`;
}
