// Runs the whole contract on the kit inside Koa apps: one line for each target.
import { koaByPrefix, koaMounted, koaRoot } from "./hosts.js";
import { kitTarget, sqliteInMemory } from "./kit-target.js";
import { runContract } from "./run-contract.js";

runContract(kitTarget("middleware at the root of a Koa app", koaRoot, sqliteInMemory));
runContract(kitTarget("middleware in a Koa app, by its own prefix", koaByPrefix, sqliteInMemory));
runContract(kitTarget("middleware below koa-mount", koaMounted, sqliteInMemory));
