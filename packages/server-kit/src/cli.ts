// The entry of `payment-sessions`: runs the command line with the process's arguments, environment and streams.
import { endAfterStop, processIo, watchStandardStreams } from "./cli/command-io.js";
import { runCommandLine } from "./cli/run-command-line.js";

watchStandardStreams();
process.exitCode = await runCommandLine(process.argv.slice(2), process.env, processIo);
endAfterStop();
