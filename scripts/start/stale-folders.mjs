// Lists the folders that must be built before the demo can run: those whose own sources, manifest or build
// configuration are newer than their build.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { findFiles, publishedPackages } from "../check/workspace.mjs";

/** @returns {string[]} Paths below `root`, ordered so that each comes after the ones whose build it needs. */
export function staleFolders(root) {
  const needed = [
    ...publishedPackages.map((name) => [`packages/${name}`, name === "server-kit" ? "cli.js" : "index.js"]),
  ];
  needed.push(["examples/merchant-shop", "main.js"]);
  return needed.filter(([folder, built]) => isStale(join(root, folder), built)).map(([folder]) => folder);
}

function isStale(folder, built) {
  const result = join(folder, "dist", built);
  if (!existsSync(result)) return true;
  const builtAt = statSync(result).mtimeMs;
  const sources = [
    ...findFiles(join(folder, "src"), /./),
    join(folder, "package.json"),
    join(folder, "tsup.config.ts"),
  ];
  return sources.some((file) => existsSync(file) && statSync(file).mtimeMs > builtAt);
}
