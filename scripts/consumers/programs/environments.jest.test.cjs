// Runs the claims of test-environments.mjs as Jest tests.
const fs = require("node:fs");
const { claims } = require("./test-environments.cjs");

const modules = {
  verifier: require("@payment-sessions/webhook-verifier"),
  express: require("@payment-sessions/webhook-verifier/express"),
  fetchEntry: require("@payment-sessions/webhook-verifier/fetch"),
  testing: require("@payment-sessions/webhook-verifier/testing"),
  sdk: require("@payment-sessions/sdk"),
  mock: require("@payment-sessions/sdk/mock"),
  fs,
  file: "package.json",
};
for (const [claim, run] of Object.entries(claims(modules))) test(claim, run);
