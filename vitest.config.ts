// One run for the whole workspace. Packages are tested from their sources; what npm users get is checked apart (scripts/check.mjs).
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@payment-sessions\/sdk\/enums$/, replacement: source("./packages/sdk/src/generated/enums.ts") },
      { find: /^@payment-sessions\/sdk\/mock$/, replacement: source("./packages/sdk/src/mock/index.ts") },
      { find: /^@payment-sessions\/sdk$/, replacement: source("./packages/sdk/src/index.ts") },
      { find: /^@payment-sessions\/server-kit$/, replacement: source("./packages/server-kit/src/index.ts") },
      { find: /^@payment-sessions\/server-kit\/testing$/, replacement: source("./packages/server-kit/src/testing.ts") },
      {
        find: /^@payment-sessions\/webhook-verifier$/,
        replacement: source("./packages/webhook-verifier/src/index.ts"),
      },
      {
        find: /^@payment-sessions\/webhook-verifier\/(.*)$/,
        replacement: source("./packages/webhook-verifier/src/entries/$1.ts"),
      },
    ],
  },
  test: {
    include: [
      "packages/*/test/**/*.test.ts",
      "spec/test/**/*.test.ts",
      "examples/*/test/**/*.test.ts",
      "scripts/test/**/*.test.ts",
    ],
    exclude: ["**/*.browser.test.ts", "**/node_modules/**"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    // By default a machine of two cores gets one worker, and half of it waits.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: ["default"],
  },
});
