// Turns the changesets into the next versions and changelogs, and updates the lockfile, so that a frozen
// install still works: `npm run version-packages`.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeNextVersions } from "./release/next-versions.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

writeNextVersions(root);
// Corepack verifies the hash after the version; npx accepts only the version.
const manager = packageManager.split("+")[0];
const { status, error } = spawnSync("npx", ["--yes", manager, "install", "--lockfile-only"], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
});
if (error !== undefined || status !== 0) throw error ?? new Error(`the lockfile could not be updated: ${status}`);
