// What npm users get: the package in ESM and CJS with types for each, and the command line. Dependencies stay outside.
import { defineConfig } from "tsup";

export default defineConfig([
  {
    entry: { index: "src/index.ts", testing: "src/testing.ts" },
    format: ["esm", "cjs"],
    dts: true,
    clean: true,
    sourcemap: true,
    target: "es2022",
    platform: "node",
  },
  // Shares nothing with the entry above: the bin is ESM only, and its top level awaits.
  { entry: { cli: "src/cli.ts" }, format: ["esm"], target: "es2022", platform: "node" },
]);
