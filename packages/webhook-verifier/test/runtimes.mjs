// Runs the conformance suite on the built package under other runtimes, fetched through npx: `node
// test/runtimes.mjs [name…]`.
// A runtime that cannot be fetched is skipped with the reason; one that breaks a guarantee fails the run.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const RUNTIMES = {
  node: { command: [process.execPath] },
  "node@22": { npx: ["node@22"], command: ["node"] },
  "node@24": { npx: ["node@24"], command: ["node"] },
  "node@26": { npx: ["node@26"], command: ["node"] },
  bun: { npx: ["bun@1.4.5"], command: ["bun"] },
  deno: { npx: ["deno@2.9.6"], command: ["deno", "run", "--allow-read", "--allow-env"] },
};

const suite = fileURLToPath(new URL("run-conformance.mjs", import.meta.url));
if (!existsSync(new URL("../dist/index.js", import.meta.url))) {
  console.error("There is no build to test: run `npx tsup` in packages/webhook-verifier first.");
  process.exit(2);
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(RUNTIMES);
let hasFailed = false;
for (const name of names) {
  const runtime = RUNTIMES[name];
  if (!runtime) {
    console.error(`${name} is none of ${Object.keys(RUNTIMES).join(", ")}`);
    process.exit(2);
  }
  const version = run(runtime, [...runtime.command.slice(0, 1), "--version"]);
  if (version.status !== 0) {
    console.log(`${name}: skipped, it cannot be fetched or started here (${reason(version)})`);
    continue;
  }
  for (const flags of [[], ["--web-crypto"]]) {
    const result = run(runtime, [...runtime.command, suite, ...flags]);
    console.log(`${name} (${version.stdout.trim().split("\n")[0]}): ${result.stdout.trim() || reason(result)}`);
    if (result.status !== 0) hasFailed = true;
  }
}
process.exit(hasFailed ? 1 : 0);

function run(runtime, command) {
  const argv = runtime.npx
    ? ["npx", "--yes", ...runtime.npx.flatMap((each) => ["--package", each]), "--", ...command]
    : command;
  return spawnSync(argv[0], argv.slice(1), { encoding: "utf8", timeout: 300_000 });
}

function reason(result) {
  return result.error?.message ?? `${result.stderr}`.trim().split("\n").pop() ?? `exit ${result.status}`;
}
