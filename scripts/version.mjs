// Turns the changesets into the next versions and changelogs: `npm run version-packages`. Then writes the versions where the code tells
// them, and locks them, so that an install of the result is as frozen as before.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readManifest } from "./check/workspace.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Where a package's code tells its version. */
const told = [
  { name: "sdk", file: "src/version.ts", constant: "version" },
  { name: "server-kit", file: "src/domain/service-version.ts", constant: "serviceVersion" },
];

run(process.execPath, [join(root, "node_modules", "@changesets", "cli", "bin.js"), "version"]);
for (const { name, file, constant } of told) {
  const path = join(root, "packages", name, file);
  const line = new RegExp(`^(export const ${constant} = )"[^"]*";$`, "m");
  const text = readFileSync(path, "utf8");
  if (!line.test(text)) throw new Error(`packages/${name}/${file} has no line "export const ${constant} = …"`);
  writeFileSync(path, text.replace(line, `$1${JSON.stringify(readManifest(root, name).version)};`));
}
run("npx", ["--yes", packageManager, "install", "--lockfile-only"]);

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32" && command === "npx",
  });
  if (error !== undefined || status !== 0) throw error ?? new Error(`${command} ${args[0]} ended with ${status}`);
}
