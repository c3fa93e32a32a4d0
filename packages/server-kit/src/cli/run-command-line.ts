// One call of the command line from its arguments to its exit status: find the command, run it, print its outcome once.
import { serviceVersion } from "../domain/service-version.js";
import { allCommands } from "./all-commands.js";
import {
  type Command,
  type EnvironmentVariables,
  type GivenOptions,
  type StreamedOutcome,
  UsageError,
} from "./command.js";
import { type CommandIo, OutputClosed } from "./command-io.js";
import { findConfigFile, loadConfigFile } from "./config-file.js";
import { describeFailure, linesOfFailure } from "./describe-failure.js";
import { findCommand } from "./find-command.js";
import { readOptions } from "./given-options.js";
import { commandHelp, overview } from "./help-text.js";
import { findUnreadVariables } from "./unread-variables.js";

/** @returns The exit status: 0 success, 1 rejected or failed, 2 usage error. */
export async function runCommandLine(
  argv: readonly string[],
  environment: EnvironmentVariables,
  io: CommandIo,
): Promise<number> {
  // Read before the arguments are parsed, so that a caller with --json receives a parse error as JSON too.
  const isJsonWanted = argv.includes("--json");
  let isPrinted = false;
  let called: { command: Command; given: GivenOptions } | undefined;
  try {
    const [first] = argv;
    if (first === undefined || first === "help" || first === "--help" || first === "-h") {
      io.out(overview(allCommands));
      return first === undefined ? 2 : 0;
    }
    if (first === "--version") {
      io.out(serviceVersion);
      return 0;
    }
    const { command, rest } = findCommand(argv, allCommands);
    if (rest.includes("--help") || rest.includes("-h")) {
      io.out(commandHelp(command));
      return 0;
    }
    const read = await readCall(command, rest, { environment, folder: io.folder ?? process.cwd() });
    const { given } = read;
    called = { command, given };
    for (const warning of findUnreadVariables(read.environment, allCommands)) io.error(`Warning: ${warning}`);
    const outcome = await command.run(given, io);
    if ("stream" in outcome) {
      await printStreamed(outcome, given.isJson, (text) => {
        isPrinted = true;
        return io.write(text);
      });
      return 0;
    }
    const { document, text, exitCode = 0, finished } = outcome;
    io.out(given.isJson ? JSON.stringify(document, undefined, 2) : text);
    isPrinted = true;
    await finished;
    return exitCode;
  } catch (error) {
    if (error instanceof OutputClosed) return 0;
    const failure = describeFailure(error, called);
    for (const line of linesOfFailure(failure, called?.command)) io.error(line);
    if (isJsonWanted && !isPrinted) io.out(JSON.stringify({ error: failure }, undefined, 2));
    return error instanceof UsageError ? 2 : 1;
  }
}

async function printStreamed(
  { fields, stream }: StreamedOutcome,
  isJson: boolean,
  write: (text: string) => Promise<void>,
): Promise<void> {
  if (!isJson) return stream(write);
  let isBegun = false;
  const begin = async () => {
    if (!isBegun) await write(`${JSON.stringify(fields, undefined, 2).slice(0, -2)},\n  "text": "`);
    isBegun = true;
  };
  await stream(async (text) => {
    await begin();
    await write(JSON.stringify(text).slice(1, -1));
  });
  await begin();
  await write('"\n}\n');
}

/** The options of a call, and the environment with the variables of .env. */
async function readCall(
  command: Command,
  rest: readonly string[],
  { environment, folder }: { environment: EnvironmentVariables; folder: string },
): Promise<{ given: GivenOptions; environment: EnvironmentVariables }> {
  const given = readOptions(command, rest, environment);
  if (!command.options.some(({ name }) => name === "config")) return { given, environment };
  const file = given.text("config") ?? findConfigFile(folder);
  if (file === undefined) return { given, environment };
  const loaded = await loadConfigFile(file, { folder, environment });
  return { given: readOptions(command, rest, loaded.environment, loaded), environment: loaded.environment };
}
