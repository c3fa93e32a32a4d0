// The mock's handlers in a server of MSW's ES modules: the SDK loaded by import, and by require as in a
// merchant's CommonJS.
import { createRequire } from "node:module";
import * as sdk from "@payment-sessions/sdk";
import * as mock from "@payment-sessions/sdk/mock";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { runScenario } from "./msw-scenario.cjs";

const require = createRequire(import.meta.url);
const required = { ...require("@payment-sessions/sdk"), ...require("@payment-sessions/sdk/mock") };
for (const { PaymentSessions, createMockService } of [{ ...sdk, ...mock }, required]) {
  console.log(await runScenario({ http, HttpResponse, setupServer, PaymentSessions, createMockService }));
}
