// One call of the command line from its arguments to its exit status: find the command, run it, print its outcome once.
import { Refusal } from "../domain/refusal.js";
import { allCommands } from "./all-commands.js";
import { UsageError } from "./command.js";
import type { CommandIo } from "./command-io.js";
import { commandHelp, overview } from "./help-text.js";
import { type Environment, findCommand, readOptions } from "./read-arguments.js";

/** 0 done, 1 refused or failed, 2 wrong use. */
export async function runCommandLine(
  argv: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  // Also when the arguments cannot be read: a program that asked for JSON gets its error as JSON.
  const wantsJson = argv.includes("--json");
  let isPrinted = false;
  try {
    const [first] = argv;
    if (first === undefined || first === "help" || first === "--help" || first === "-h") {
      io.out(overview(allCommands));
      return first === undefined ? 2 : 0;
    }
    const { command, rest } = findCommand(argv, allCommands);
    if (rest.includes("--help") || rest.includes("-h")) {
      io.out(commandHelp(command));
      return 0;
    }
    const given = readOptions(command, rest, environment);
    const { document, text, exitCode = 0, finished } = await command.run(given, io);
    io.out(given.isJson ? JSON.stringify(document, undefined, 2) : text);
    isPrinted = true;
    await finished;
    return exitCode;
  } catch (error) {
    const failure = describeFailure(error);
    io.error(failure.message);
    for (const { path, message } of failure.details ?? []) io.error(`  ${path}: ${message}`);
    if (wantsJson && !isPrinted) io.out(JSON.stringify({ error: failure }, undefined, 2));
    return error instanceof UsageError ? 2 : 1;
  }
}

interface Failure {
  code: string;
  message: string;
  details?: { path: string; message: string }[];
}

function describeFailure(error: unknown): Failure {
  if (error instanceof UsageError) return { code: "USAGE", message: error.message };
  if (error instanceof Refusal) {
    const { code, message, details } = error;
    return { code, message, ...(Array.isArray(details) ? { details } : {}) };
  }
  return { code: "FAILED", message: error instanceof Error ? error.message : String(error) };
}
