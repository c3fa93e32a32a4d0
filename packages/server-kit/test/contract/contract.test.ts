// Runs the whole contract on the kit alone.
import { standalone } from "./hosts.js";
import { kitTarget, sqliteFile } from "./kit-target.js";
import { runContract } from "./run-contract.js";

runContract(kitTarget("SQLite file, standalone", standalone, sqliteFile), {
  "503 SHUTTING_DOWN": "listen() closes its port as soon as the stop begins; every other target returns this response",
});
