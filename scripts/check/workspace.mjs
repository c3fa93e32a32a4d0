// Which packages exist to be checked, and which of them have sources yet.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What npm users install, ordered so that each comes after the packages whose build it needs. */
export const publishedPackages = ["webhook-verifier", "sdk", "server-kit"];

/** The published packages, split by whether there is something to build. */
export function buildablePackages(root) {
  const hasSource = (name) => existsSync(join(root, "packages", name, "src", "index.ts"));
  return {
    ready: publishedPackages.filter(hasSource),
    skipped: publishedPackages
      .filter((name) => !hasSource(name))
      .map((name) => `packages/${name} has no src/index.ts yet`),
  };
}

const skippedFolders = /^(?:node_modules|dist|\..*)$/;

/** Files below a folder whose path matches, without node_modules and build output. */
export function findFiles(folder, pattern) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skippedFolders.test(entry.name) ? [] : findFiles(path, pattern);
    return pattern.test(path) ? [path] : [];
  });
}

export function readManifest(root, name) {
  return JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));
}
