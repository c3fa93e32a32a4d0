// Every entry of the merchant's packages loads by import; the list is read from their manifests.
import { readFileSync } from "node:fs";

for (const name of ["sdk", "webhook-verifier"]) {
  const manifest = JSON.parse(readFileSync(`node_modules/@payment-sessions/${name}/package.json`, "utf8"));
  for (const entry of Object.keys(manifest.exports).filter((key) => !key.endsWith(".json"))) {
    const loaded = await import(manifest.name + entry.slice(1));
    if (Object.keys(loaded).length === 0) throw new Error(`${manifest.name}${entry.slice(1)} exports nothing`);
  }
}
const sdk = await import("@payment-sessions/sdk");
if (typeof sdk.PaymentSessions !== "function") throw new Error("there is no PaymentSessions");
