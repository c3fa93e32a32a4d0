// Runs the whole contract on the kit inside nested host apps: one line for each target.
import { expressBelow, koaMountedTwice, koaPrefixInsideMount } from "./hosts.js";
import { kitTarget, sqliteInMemory } from "./kit-target.js";
import { runContract } from "./run-contract.js";

runContract(kitTarget("middleware below two koa-mounts", koaMountedTwice, sqliteInMemory));
runContract(kitTarget("middleware by prefix inside a koa-mount", koaPrefixInsideMount, sqliteInMemory));
runContract(kitTarget("listener in Express", expressBelow, sqliteInMemory));
