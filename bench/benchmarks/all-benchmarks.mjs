// Every benchmark, in the order in which `npm run bench` measures them.
import { deliveries } from "./deliveries.mjs";
import { growth } from "./growth.mjs";
import { initialize } from "./initialize.mjs";
import { pages } from "./pages.mjs";
import { sdkCall } from "./sdk-call.mjs";
import { start } from "./start.mjs";
import { status } from "./status.mjs";
import { verify } from "./verify.mjs";

export const allBenchmarks = [initialize, status, ...deliveries, sdkCall, verify, ...pages, start, ...growth];
