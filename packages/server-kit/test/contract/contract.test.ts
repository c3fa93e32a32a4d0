// Runs the whole contract on the kit alone, on each storage: one line for each target.
import { bareHttp, standalone } from "./hosts.js";
import { kitTarget, sqliteFile, sqliteInMemory } from "./kit-target.js";
import { runContract } from "./run-contract.js";

runContract(kitTarget("SQLite file, standalone", standalone, sqliteFile), {
  "503 SHUTTING_DOWN": "listen() closes its port as soon as the stop begins; every other target returns this response",
});
runContract(kitTarget("SQLite in memory, listener in node:http", bareHttp, sqliteInMemory));
