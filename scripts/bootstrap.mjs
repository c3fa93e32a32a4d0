// Prepares a fresh clone: fetches the pinned pnpm and installs the locked dependencies, once for each state
// of the lockfile.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, "node_modules", ".bootstrap-stamp");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const locked = createHash("sha256")
  .update(readFileSync(join(root, "pnpm-lock.yaml")))
  .update(readFileSync(join(root, "pnpm-workspace.yaml")))
  .update(process.version)
  .digest("hex");

/** Corepack verifies the hash after the version; npx accepts only the version. */
const packageManager = manifest.packageManager.split("+")[0];

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`This project needs Node.js 20.19 or newer; this is ${process.version}.`);
}

if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== locked) {
  console.log(
    `Installing dependencies with ${packageManager}. The first time, the SQLite driver is compiled: that takes some minutes.`,
  );
  const startedAt = Date.now();
  const install = spawnSync("npx", ["--yes", packageManager, "install", "--frozen-lockfile"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (install.error) fail(`npx did not start: ${install.error.message}`);
  if (install.status !== 0) {
    fail(
      "The installation failed; the lines above say why. The SQLite driver needs python3, make and a C++ compiler when no prebuilt binary can be fetched.",
    );
  }
  writeFileSync(stampFile, locked);
  console.log(`Dependencies are ready (${Math.round((Date.now() - startedAt) / 1000)} s).`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
