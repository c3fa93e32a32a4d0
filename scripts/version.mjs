// Turns the changesets into the next versions and changelogs, and locks them, so that an install of the result is as frozen as before:
// `npm run version-packages`.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeNextVersions } from "./release/next-versions.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

writeNextVersions(root);
// Corepack compares the hash behind the version; npx knows the version only.
const manager = packageManager.split("+")[0];
const { status, error } = spawnSync("npx", ["--yes", manager, "install", "--lockfile-only"], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
});
if (error !== undefined || status !== 0) throw error ?? new Error(`the lock could not be renewed: ${status}`);
