// Tests that every entry of the merchant's packages loads by require, with the same names as by import.
const { readFileSync } = require("node:fs");

async function main() {
  for (const name of ["sdk", "webhook-verifier"]) {
    const manifest = JSON.parse(readFileSync(`node_modules/@payment-sessions/${name}/package.json`, "utf8"));
    for (const entry of Object.keys(manifest.exports).filter((key) => !key.endsWith(".json"))) {
      const specifier = manifest.name + entry.slice(1);
      const required = Object.keys(require(specifier)).sort().join();
      const imported = Object.keys(await import(specifier))
        .filter((key) => key !== "default" && key !== "module.exports")
        .sort()
        .join();
      if (required === "" || required !== imported) {
        throw new Error(`${specifier}: require gives [${required}], import [${imported}]`);
      }
    }
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
