// The tests that need a real browser, one file at a time: run by scripts/check.mjs, which finds the browser and sets CHROMIUM_PATH.
import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.js";

const merged = mergeConfig(
  base,
  // A click into a page that is just being replaced may wait in Playwright until its deadline: another try tells that from a fault.
  defineConfig({ test: { fileParallelism: false, retry: 2, testTimeout: 60_000, hookTimeout: 60_000 } }),
);

// mergeConfig appends lists; these two are replaced.
merged.test.include = ["packages/*/test/**/*.browser.test.ts", "examples/*/test/**/*.browser.test.ts"];
merged.test.exclude = ["**/node_modules/**"];

export default merged;
