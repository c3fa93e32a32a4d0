// Every declared entry of the built package loads by import and by require, with the same names, and the command starts.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const { name, exports } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const entries = Object.keys(exports).filter((entry) => entry !== "./package.json");
for (const entry of entries) {
  const specifier = name + entry.slice(1);
  const imported = Object.keys(await import(specifier)).sort();
  const required = Object.keys(require(specifier)).sort();
  if (imported.length === 0 || imported.join() !== required.join())
    throw new Error(`${specifier}: import gives [${imported}], require [${required}]`);
}
const { WebhookVerificationError } = require(name);
const { verifySignatureSync } = require(`${name}/node`);
try {
  verifySignatureSync("", "", "");
  throw new Error("an empty secret was accepted");
} catch (error) {
  if (!(error instanceof WebhookVerificationError)) throw error;
}
const bin = fileURLToPath(new URL("../bin/verify-webhook.js", import.meta.url));
const help = spawnSync(process.execPath, [bin, "--help"], { encoding: "utf8" });
if (help.status !== 0 || !help.stdout.includes("--body")) throw new Error(`the command does not start: ${help.stderr}`);
console.log(`${entries.length} entries load by import and by require; the command starts`);
