// Runs the whole contract on the kit inside a Koa app; other hosts: contract-hosts.long.test.ts.
import { koaMounted } from "./hosts.js";
import { kitTarget, sqliteInMemory } from "./kit-target.js";
import { runContract } from "./run-contract.js";

runContract(kitTarget("middleware below koa-mount", koaMounted, sqliteInMemory));
