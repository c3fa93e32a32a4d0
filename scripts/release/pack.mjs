// Packs packages as npm publishes them. Needs built packages.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "../check/workspace.mjs";
import { npm } from "../consumers/projects.mjs";

/**
 * @param {string} root
 * @param {string[]} names folders below packages/
 * @param {string} folder where the tarballs go
 * @returns {Promise<import("./publish-missing.mjs").Packed[]>}
 */
export async function packAll(root, names, folder) {
  mkdirSync(folder, { recursive: true });
  const packed = [];
  for (const directory of names) {
    const { name, version } = readManifest(root, directory);
    const { isOk, output } = await npm(["pack", join(root, "packages", directory), "--ignore-scripts"], folder);
    // npm's file name: scope and name joined by a dash.
    const tarball = join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
    if (!isOk || !existsSync(tarball)) throw new Error(`npm pack of packages/${directory}:\n${output}`);
    packed.push({ name, version, tarball });
  }
  return packed;
}
