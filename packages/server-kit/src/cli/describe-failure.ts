// The error message of a failed command: fields of the service are named as the command's options, with what would be valid.
import { Refusal } from "../domain/refusal.js";
import { type Command, type GivenOptions, UsageError } from "./command.js";

export interface Failure {
  /** A refusal's stable code, USAGE for an incorrect call, FAILED for anything else. */
  code: string;
  message: string;
  details?: { path: string; message: string }[];
}

/** `called` is undefined when the arguments could not be read. */
export function describeFailure(error: unknown, called?: { command: Command; given: GivenOptions }): Failure {
  if (error instanceof UsageError) return { code: "USAGE", message: error.message };
  if (error instanceof Refusal) {
    const { code, details } = error;
    const message = databaseFailure(error) ?? (called && unknownIdMessage(error, called)) ?? error.message;
    return { code, message, ...(Array.isArray(details) ? { details } : {}) };
  }
  return { code: "FAILED", message: error instanceof Error ? error.message : String(error) };
}

/** The fixed message is for callers of the API: an operator needs the reason. */
function databaseFailure({ code, cause }: Refusal): string | undefined {
  if (code !== "UNHEALTHY" || !(cause instanceof Error)) return undefined;
  return `The database cannot be used: ${cause.message}`;
}

/** The message as lines: one for each violated rule, with a field named by the option that sets it. */
export function linesOfFailure({ message, details = [] }: Failure, command?: Command): string[] {
  const rules = details.map((detail) => `${optionOf(detail.path, command) ?? detail.path}: ${detail.message}`);
  if (rules.length === 0) return [message];
  return rules.length === 1 ? rules : [`${rules.length} settings are invalid:`, ...rules.map((rule) => `  ${rule}`)];
}

const unknownIds: Partial<Record<Refusal["code"], { option: string; thing: string; listedBy: string }>> = {
  MERCHANT_NOT_FOUND: { option: "merchant-id", thing: "store", listedBy: "store list" },
  STORE_NOT_FOUND: { option: "merchant-id", thing: "store", listedBy: "store list" },
  PAYMENT_NOT_FOUND: { option: "payment-id", thing: "payment", listedBy: "payment list" },
};

/** The fixed messages of the API do not contain the unknown id, and name fields of the API instead of options. */
function unknownIdMessage(refusal: Refusal, { command, given }: { command: Command; given: GivenOptions }) {
  const unknown = unknownIds[refusal.code];
  if (unknown === undefined || !command.options.some(({ name }) => name === unknown.option)) return undefined;
  const id = given.text(unknown.option);
  return `There is no ${unknown.thing} ${id}: "payment-sessions ${unknown.listedBy}" shows them.`;
}

/** Fields whose option is not the field in kebab case. */
const optionsOfFields: Readonly<Record<string, string>> = { allowedReturnHosts: "return-hosts" };

function optionOf(path: string, command: Command | undefined): string | undefined {
  const name =
    optionsOfFields[path] ?? path.replace(/^.*\./, "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return command?.options.some((option) => option.name === name) ? `--${name}` : undefined;
}
