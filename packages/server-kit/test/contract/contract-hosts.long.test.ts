// Runs the whole contract on the kit inside hosts: one line for each target.
import {
  bareHttp,
  expressBelow,
  koaByPrefix,
  koaMounted,
  koaMountedTwice,
  koaPrefixInsideMount,
  koaRoot,
} from "./hosts.js";
import { kitTarget, sqliteInMemory } from "./kit-target.js";
import { runContract } from "./run-contract.js";

runContract(kitTarget("SQLite in memory, listener in node:http", bareHttp, sqliteInMemory));
runContract(kitTarget("middleware below koa-mount", koaMounted, sqliteInMemory));
runContract(kitTarget("middleware at the root of a Koa app", koaRoot, sqliteInMemory));
runContract(kitTarget("middleware in a Koa app, by its own prefix", koaByPrefix, sqliteInMemory));
runContract(kitTarget("middleware below two koa-mounts", koaMountedTwice, sqliteInMemory));
runContract(kitTarget("middleware by prefix inside a koa-mount", koaPrefixInsideMount, sqliteInMemory));
runContract(kitTarget("listener in Express", expressBelow, sqliteInMemory));
