// Writes everything that other packages take from the contract: types, request checks, the error table, word lists, the served document.
// Run `node spec/generate.mjs`; with `--check` it writes nothing and fails when a file is stale, naming it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { contractFile, enumsFile, errorTableFile, openApiFile } from "./generate/files.mjs";
import { loadDocument, loadErrorTable } from "./generate/load.mjs";
import { apiTypesFile } from "./generate/types-file.mjs";

/** Every generated file: its path from the repository root and its text. */
export async function generatedFiles() {
  const document = loadDocument();
  const errors = loadErrorTable();
  return {
    "packages/sdk/src/generated/api.ts": await apiTypesFile(document),
    "packages/sdk/src/generated/enums.ts": enumsFile(document),
    "packages/sdk/src/generated/contract.ts": contractFile(document),
    "packages/sdk/src/generated/error-table.ts": errorTableFile(errors),
    "packages/server-kit/src/http/generated/contract.ts": contractFile(document),
    "packages/server-kit/src/http/generated/openapi.ts": openApiFile(document),
    "packages/server-kit/src/domain/generated/error-table.ts": errorTableFile(errors),
  };
}

/** Paths of generated files that are missing or differ from what the contract gives now. */
export async function staleFiles() {
  const files = await generatedFiles();
  return Object.keys(files).filter((path) => readIfPresent(fromRoot(path)) !== files[path]);
}

const fromRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

function readIfPresent(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

async function writeAll() {
  for (const [path, text] of Object.entries(await generatedFiles())) {
    if (readIfPresent(fromRoot(path)) === text) continue;
    mkdirSync(dirname(fromRoot(path)), { recursive: true });
    writeFileSync(fromRoot(path), text);
    console.log(`wrote ${path}`);
  }
}

async function checkAll() {
  const stale = await staleFiles();
  for (const path of stale) console.error(`stale: ${path}`);
  if (stale.length > 0) {
    console.error("Run `pnpm generate` and commit what it writes.");
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await (process.argv.includes("--check") ? checkAll() : writeAll());
}
