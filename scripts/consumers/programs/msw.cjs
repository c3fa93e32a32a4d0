// The mock's handlers in a server of MSW's CommonJS build.
const { HttpResponse, http } = require("msw");
const { setupServer } = require("msw/node");
const { PaymentSessions } = require("@payment-sessions/sdk");
const { createMockService } = require("@payment-sessions/sdk/mock");
const { runScenario } = require("./msw-scenario.cjs");

runScenario({ http, HttpResponse, setupServer, PaymentSessions, createMockService }).then(console.log, (error) => {
  console.error(error);
  process.exitCode = 1;
});
