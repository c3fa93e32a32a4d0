// Compares the declarations of every built entry with the snapshots in docs/api-surface/, and fails when a
// package's public surface has changed.
// `node scripts/api-surface.mjs --check` after `npm run build`; `--write` records an intended change.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeSurface } from "./api-surface/describe-surface.mjs";
import { publishedPackages, readManifest } from "./check/workspace.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const snapshots = join(root, "docs", "api-surface");
const mode = process.argv[2];
if (process.argv.length !== 3 || !["--check", "--write"].includes(mode)) {
  console.error("Pass --check to compare with the snapshots, or --write to record an intended change.");
  process.exit(2);
}

const found = new Map(publishedPackages.flatMap(surfacesOf));
const recorded = existsSync(snapshots) ? readdirSync(snapshots).filter((file) => file.endsWith(".txt")) : [];
if (mode === "--write") write();
else process.exitCode = check() ? 0 : 1;

function surfacesOf(name) {
  const { exports, version } = readManifest(root, name);
  return Object.entries(exports)
    .filter(([, conditions]) => typeof conditions === "object")
    .map(([entry, { import: imported, require: required }]) => {
      const [text, commonJs] = [imported, required].map(({ types }) => {
        const path = join(root, "packages", name, types);
        if (existsSync(path))
          return withoutVersion(describeSurface(path, join(root, "packages", name, "dist")), version);
        console.error(`packages/${name} has no ${types}: build it first, npm run build`);
        return process.exit(2);
      });
      if (text !== commonJs) {
        console.error(`packages/${name}, entry ${entry}: import and require are declared differently.`);
        process.exit(1);
      }
      const file = `${name}-${entry === "." ? "index" : entry.slice(2).replaceAll("/", "-")}.txt`;
      return [file, text];
    });
}

/** A release changes the version number in the declarations, which is not a change of the surface. */
function withoutVersion(text, version) {
  return text.replaceAll(JSON.stringify(version), '"<its version>"');
}

function check() {
  const complaints = [];
  for (const [file, text] of found) {
    const path = join(snapshots, file);
    if (!existsSync(path)) complaints.push(`docs/api-surface/${file} does not exist: the entry is new.`);
    else complaints.push(...changes(file, readFileSync(path, "utf8"), text));
  }
  for (const file of recorded.filter((name) => !found.has(name))) {
    complaints.push(`docs/api-surface/${file} describes an entry that is gone.`);
  }
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0)
    console.error("Is the change meant? node scripts/api-surface.mjs --write, and a changeset.");
  else console.log(`${found.size} entries declare what their snapshots say.`);
  return complaints.length === 0;
}

/** The added and removed lines only; after --write, git shows the full difference. */
function changes(file, before, after) {
  if (before === after) return [];
  const [old, now] = [before, after].map((text) => text.split("\n"));
  const gone = old.filter((line) => !now.includes(line)).map((line) => `  - ${line}`);
  const come = now.filter((line) => !old.includes(line)).map((line) => `  + ${line}`);
  const lines = [...gone, ...come];
  const shown = lines.length > 0 ? lines.slice(0, 40) : ["  lines that were there already have moved or come again"];
  return [`docs/api-surface/${file} is not what the build declares:`, ...shown];
}

function write() {
  mkdirSync(snapshots, { recursive: true });
  for (const file of recorded.filter((name) => !found.has(name))) rmSync(join(snapshots, file));
  for (const [file, text] of found) writeFileSync(join(snapshots, file), text);
  console.log(`${found.size} entries recorded in docs/api-surface/.`);
}
