// Which packages, examples and other folders exist to be checked, and which of them have sources yet.
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

/** Folders with a tsconfig.json, split by whether they contain TypeScript files. */
export function typedFolders(root) {
  const folders = [
    "scripts",
    "spec",
    "bench",
    ...["packages", "examples"].flatMap((parent) => foldersIn(join(root, parent)).map((name) => `${parent}/${name}`)),
  ].filter((folder) => existsSync(join(root, folder, "tsconfig.json")));
  const hasSource = (folder) => findFiles(join(root, folder), /\.tsx?$/).length > 0;
  return {
    ready: folders.filter(hasSource),
    skipped: folders.filter((folder) => !hasSource(folder)).map((folder) => `${folder} has no TypeScript yet`),
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

function foldersIn(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
