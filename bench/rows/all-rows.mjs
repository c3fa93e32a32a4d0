// Every row, in the order in which `npm run bench` measures them.
import { deliveries } from "./deliveries.mjs";
import { initialize } from "./initialize.mjs";
import { sdkCall } from "./sdk-call.mjs";
import { status } from "./status.mjs";
import { verify } from "./verify.mjs";

export const allRows = [initialize, status, ...deliveries, sdkCall, verify];
