// The kit on PostgreSQL, held to the whole contract against a real server.
import { bareHttp } from "./hosts.js";
import { kitTarget, postgresDatabase } from "./kit-target.js";
import { runContract } from "./run-contract.js";

runContract(kitTarget("PostgreSQL, listener in node:http", bareHttp, postgresDatabase));
