// Applies the changesets to the versions, including the version constants in the packages' code.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { readManifest } from "../check/workspace.mjs";

/** The version constants in the packages' code. */
const versionConstants = [
  { name: "sdk", file: "src/version.ts", constant: "version" },
  { name: "server-kit", file: "src/domain/service-version.ts", constant: "serviceVersion" },
];

/** @param {string} root of a checkout with git */
export function writeNextVersions(root) {
  const changeset = createRequire(import.meta.url).resolve("@changesets/cli/bin.js");
  execFileSync(process.execPath, [changeset, "version"], { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
  for (const { name, file, constant } of versionConstants) {
    const path = join(root, "packages", name, file);
    const line = new RegExp(`^(export const ${constant} = )"[^"]*";$`, "m");
    const text = readFileSync(path, "utf8");
    if (!line.test(text)) throw new Error(`packages/${name}/${file} has no line "export const ${constant} = …"`);
    writeFileSync(path, text.replace(line, `$1${JSON.stringify(readManifest(root, name).version)};`));
  }
}
