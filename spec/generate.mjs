// Writes everything that other packages take from the contract: types, request checks, the error table, sets
// of values, the served document.
// Run `node spec/generate.mjs`; with `--check` it writes nothing and fails when a file is stale, naming it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { contractFile, enumsFile, errorTableFile, limitsFile, openApiFile } from "./generate/files.mjs";
import { loadDocument, loadErrorTable } from "./generate/load.mjs";
import { apiTypesFile } from "./generate/types-file.mjs";

const repository = fileURLToPath(new URL("..", import.meta.url));

/** Every generated file: its path from the repository root and its text. */
export async function generatedFiles() {
  const document = loadDocument();
  const errors = loadErrorTable();
  return {
    "packages/sdk/src/generated/api.ts": await apiTypesFile(document, errors),
    "packages/sdk/src/generated/enums.ts": enumsFile(document, errors),
    "packages/server-kit/src/http/generated/contract.ts": contractFile(document, "../../domain/generated/limits.js"),
    "packages/server-kit/src/http/generated/openapi.ts": openApiFile(document),
    "packages/server-kit/src/domain/generated/error-table.ts": errorTableFile(errors),
    "packages/server-kit/src/domain/generated/limits.ts": limitsFile(document),
  };
}

/** Paths of generated files below `root` that are missing or differ from the contract's current output. */
export async function staleFiles(root = repository) {
  const files = await generatedFiles();
  return Object.keys(files).filter((path) => readIfPresent(join(root, path)) !== files[path]);
}

/** Writes every stale file below `root`. Returns the paths that it wrote. */
export async function writeGenerated(root = repository) {
  const files = await generatedFiles();
  const stale = Object.keys(files).filter((path) => readIfPresent(join(root, path)) !== files[path]);
  for (const path of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), files[path]);
  }
  return stale;
}

function readIfPresent(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

async function run() {
  if (!process.argv.includes("--check")) {
    for (const path of await writeGenerated()) console.log(`wrote ${path}`);
    return;
  }
  const stale = await staleFiles();
  for (const path of stale) console.error(`stale: ${path}`);
  if (stale.length === 0) return;
  console.error("Run `npm run generate` and commit what it writes.");
  process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await run();
