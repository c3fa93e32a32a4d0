// Does every import go down, and does every file have a name of its own? The rules stand in check-imports/rules.mjs.
// Reads packages/*/src and examples/*; prints each problem as file:line and ends with 1 when there is any.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readSource } from "./check-imports/read-source.mjs";
import { importCircles, manifestProblems, problemsOfFile } from "./check-imports/rules.mjs";

/**
 * Judges the tree under `root`.
 * @param {string} root
 * @returns {{ fileCount: number, problems: { file: string, line: number, rule: string, message: string }[] }}
 */
export function checkImports(root) {
  const paths = [
    ...foldersOf(join(root, "packages")).flatMap((folder) => sourcesBelow(join(folder, "src"))),
    ...foldersOf(join(root, "examples")).flatMap(sourcesBelow),
  ].sort();
  const sources = paths.map(readSource);
  const house = { root, files: new Set(paths), entries: packageEntries(root, paths) };
  const problems = [
    ...sources.flatMap((source) => [...problemsOfFile(source, house)]),
    ...importCircles(sources, house),
    ...manifestProblems(root),
  ];
  return {
    fileCount: paths.length,
    problems: problems.map((found) => ({ ...found, file: relative(root, resolve(root, found.file)) })),
  };
}

function foldersOf(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(path, entry.name));
}

function sourcesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ["node_modules", "dist", "test"].includes(entry.name) ? [] : sourcesBelow(path);
    return /\.[cm]?tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** The files that stand for a package's public names: those that tsconfig.base.json maps a name of ours to, and what its bin runs. */
function packageEntries(root, paths) {
  const file = join(root, "tsconfig.base.json");
  const mapped = existsSync(file)
    ? Object.values(JSON.parse(readFileSync(file, "utf8")).compilerOptions.paths).flat()
    : [];
  const patterns = mapped.map((target) => resolve(root, target).split("*"));
  return new Set(
    paths.filter(
      (path) =>
        path.endsWith(join("src", "cli.ts")) ||
        patterns.some(
          ([start, end]) => path === start || (end !== undefined && path.startsWith(start) && path.endsWith(end)),
        ),
    ),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { fileCount, problems } = checkImports(dirname(dirname(fileURLToPath(import.meta.url))));
  for (const { file, line, rule, message } of problems) console.log(`${file}:${line} [${rule}] ${message}`);
  console.log(`${fileCount} files, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
