// Runs the conformance suite on the built package in whatever runtime runs this file; prints one line.
// With `--web-crypto` node:crypto is hidden, as on a runtime without it.
import { readFileSync } from "node:fs";
import { conformance } from "./conformance.mjs";

const portable = process.argv.includes("--web-crypto");
const sync = portable ? undefined : await import("../dist/entries/node.js");
// Only the look-up that the main entry uses; the rest of the runtime stays as it is.
if (portable) process.getBuiltinModule = () => undefined;
const entry = await import("../dist/index.js");
const golden = JSON.parse(readFileSync(new URL("../../../spec/vectors/hmac-vectors.json", import.meta.url), "utf8"));

const checks = conformance(entry, golden, sync);
const failures = [];
for (const { title, run } of checks) {
  try {
    await run();
  } catch (error) {
    failures.push(`${title}: ${error.message}`);
  }
}
for (const failure of failures) console.log(`  not so: ${failure}`);
console.log(
  `${checks.length - failures.length} of ${checks.length} promises kept with ${portable ? "WebCrypto" : "node:crypto"}`,
);
process.exit(failures.length === 0 ? 0 : 1);
