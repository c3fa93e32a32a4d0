// Runs the conformance suite on an installed package, on the runtime that runs this file; prints one line and
// exits non-zero when a guarantee is broken or nothing was checked. Needs only conformance.mjs and
// hmac-vectors.json, so that the three files can be copied into any project:
//   <runtime> run-conformance.mjs [--package <specifier>] [--vectors <file>] [--web-crypto]
// Without --package it uses this repository's build; with --web-crypto node:crypto is hidden, as on a runtime
// without it.
import { existsSync, readFileSync } from "node:fs";
import { conformance } from "./conformance.mjs";

const isPortable = process.argv.includes("--web-crypto");
const specifier = option("--package");
const beside = new URL("hmac-vectors.json", import.meta.url);
const vectors =
  option("--vectors") ??
  (existsSync(beside) ? beside : new URL("../../../spec/vectors/hmac-vectors.json", import.meta.url));

// The /node entry is loaded first: the main entry looks for node:crypto when it is loaded, so it is hidden
// before that.
const sync = isPortable ? undefined : await import(specifier ? `${specifier}/node` : "../dist/entries/node.js");
if (isPortable) process.getBuiltinModule = () => undefined;
const signed = countSignatures(globalThis.crypto.subtle);
const entry = await import(specifier ?? "../dist/index.js");

const checks = conformance(entry, JSON.parse(readFileSync(vectors, "utf8")), sync);
const failures = [];
for (const { title, run } of checks) {
  try {
    await run();
  } catch (error) {
    failures.push(`${title}: ${error.message}`);
  }
}
if (checks.length < 100) failures.push(`only ${checks.length} checks were found`);
if (signed.times > 0 !== isPortable)
  failures.push(
    `WebCrypto signed ${signed.times} times, ${isPortable ? "but was the one to test" : "instead of node:crypto"}`,
  );
for (const failure of failures) console.log(`  failed: ${failure}`);
const primitive = isPortable ? "WebCrypto" : "node:crypto";
console.log(
  failures.length === 0
    ? `${checks.length} checks passed by ${specifier ?? "the build"} with ${primitive}`
    : `${failures.length} checks failed by ${specifier ?? "the build"} with ${primitive}`,
);
process.exit(failures.length === 0 ? 0 : 1);

/** Counts signatures by the primitive under test: a run that silently used the other one would prove nothing. */
function countSignatures(subtle) {
  const signed = { times: 0 };
  const sign = subtle.sign.bind(subtle);
  Object.defineProperty(subtle, "sign", {
    value: (...args) => {
      signed.times += 1;
      return sign(...args);
    },
  });
  return signed;
}

function option(name) {
  const at = process.argv.indexOf(name);
  if (at < 0) return undefined;
  const value = process.argv[at + 1];
  if (value === undefined || value.startsWith("--")) {
    console.error(
      `${name} needs a value: run-conformance.mjs [--package <specifier>] [--vectors <file>] [--web-crypto]`,
    );
    process.exit(2);
  }
  return value;
}
