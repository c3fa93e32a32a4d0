// What npm users get: one ESM and one CJS file for each entry, with types, and the command line.
import { readdirSync } from "node:fs";
import { defineConfig } from "tsup";

const entries = readdirSync("src/entries").map((file) => `src/entries/${file}`);

export default defineConfig([
  {
    entry: ["src/index.ts", "src/absent.ts", ...entries],
    format: ["esm", "cjs"],
    dts: true,
    splitting: true, // one copy of the error class for all entries of a format
    clean: true,
    target: "es2022",
    platform: "neutral",
    external: [/^node:/],
  },
  { entry: ["src/cli.ts"], format: ["esm"], target: "es2022", platform: "node" },
]);
