// A separate process that runs `payment-sessions copy` with its arguments, and prints the resulting document.
import { processIo } from "../../src/cli/command-io.js";
import { copyCommand } from "../../src/cli/commands/copy.js";
import { readOptions } from "../../src/cli/given-options.js";

const given = readOptions(copyCommand, process.argv.slice(2), process.env);
const outcome = await copyCommand.run(given, processIo);
if ("document" in outcome) processIo.out(JSON.stringify(outcome.document));
