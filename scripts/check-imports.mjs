// Checks that every import points to a lower layer, that the domain uses nothing of the platform, and that
// every file has a specific name. The import rules are in .dependency-cruiser.mjs, the others in
// check-imports/. Prints each problem and exits with 1 when there is any.
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise } from "dependency-cruiser";
import extractTsConfig from "dependency-cruiser/config-utl/extract-ts-config";
import importRules from "../.dependency-cruiser.mjs";
import { nameProblems } from "./check-imports/file-names.mjs";
import { platformUses } from "./check-imports/platform-uses.mjs";

/**
 * Checks the tree under `root`.
 * @param {string} root
 * @returns {Promise<{ fileCount: number, problems: { file: string, rule: string, message: string }[] }>}
 */
export async function checkImports(root) {
  const folders = ["packages", "examples"].filter((folder) => existsSync(join(root, folder)));
  const files = folders.flatMap((folder) => sourcesBelow(join(root, folder))).map((path) => relative(root, path));
  const inDomain = files.filter((file) => file.startsWith("packages/server-kit/src/domain/"));
  return {
    fileCount: files.length,
    problems: [
      ...(await importProblems(root, files)),
      ...files.flatMap(nameProblems),
      ...inDomain.flatMap((file) => platformUses(root, file)),
    ],
  };
}

async function importProblems(root, files) {
  const { forbidden, options } = importRules;
  const { tsConfig, ...rest } = options;
  const tsConfigFile = join(root, tsConfig.fileName);
  const { output } = await cruise(
    files,
    { ...rest, baseDir: root, validate: true, ruleSet: { forbidden, options: rest } },
    {},
    existsSync(tsConfigFile) ? { tsConfig: extractTsConfig(tsConfigFile) } : {},
  );
  return output.summary.violations.map(({ from, to, rule, cycle, comment }) => ({
    file: from,
    rule: rule.name,
    message: `${comment}: ${cycle ? [from, ...cycle.map(({ name }) => name)].join(" -> ") : to}`,
  }));
}

const notSources = new Set(["node_modules", "dist", "test"]);

function sourcesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return notSources.has(entry.name) || entry.name.startsWith(".") ? [] : sourcesBelow(path);
    return /\.[cm]?tsx?$/.test(entry.name) ? [path] : [];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { fileCount, problems } = await checkImports(dirname(dirname(fileURLToPath(import.meta.url))));
  for (const { file, rule, message } of problems) console.log(`${file} [${rule}] ${message}`);
  console.log(`${fileCount} files, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
