// Runs the whole contract on the kit with a real PostgreSQL server.
import { bareHttp } from "./hosts.js";
import { kitTarget, postgresDatabase } from "./kit-target.js";
import { runContract } from "./run-contract.js";

runContract(kitTarget("PostgreSQL, listener in node:http", bareHttp, postgresDatabase));
