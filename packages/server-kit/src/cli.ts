// The program behind `payment-sessions`: hands the process's own arguments, environment and streams to the command line.
import { processIo } from "./cli/command-io.js";
import { runCommandLine } from "./cli/run-command-line.js";

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, processIo);
