// Runs every check of the repository in order, each to its end, and sums up: what `npm test` does.
// `node scripts/check.mjs build` builds the packages and nothing else.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkBuiltPackage } from "./check/built-packages.mjs";
import { runTool } from "./check/run-command.mjs";
import { runBrowserTests, runUnitTests } from "./check/tests.mjs";
import { buildablePackages, typedFolders } from "./check/workspace.mjs";
import { checkConsumers } from "./consumers/check-consumers.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * A step yields whether it held, what its tools said (printed when it did not), notes that are always printed, and test counts.
 * @typedef {{ isOk: boolean, output: string, note?: string, counts?: { passed: number, failed: number, skipped: number } }} Outcome
 * @type {{ title: string, run: () => Promise<Outcome> }[]}
 */
const steps = [
  { title: "generated files are fresh", run: checkGenerated },
  { title: "lint and format", run: () => runTool(root, "biome", ["check", "."]) },
  { title: "imports go down, without circles", run: () => runTool(root, "node", ["scripts/check-imports.mjs"]) },
  { title: "the API description is sound", run: lintDescription },
  { title: "types of every package and example", run: checkTypes },
  { title: "packages build", run: buildPackages },
  { title: "built packages load and have sound types", run: checkBuiltPackages },
  {
    title: "the public surface is what its snapshots say",
    run: () => runTool(root, "node", ["scripts/api-surface.mjs", "--check"]),
  },
  { title: "packages work where they are installed", run: () => checkConsumers(root) },
  { title: "tests", run: () => runUnitTests(root) },
  { title: "tests in a browser", run: () => runBrowserTests(root) },
];

const isBuildOnly = process.argv[2] === "build";
if (process.argv.length > (isBuildOnly ? 3 : 2)) {
  console.error(`Unknown argument "${process.argv.at(-1)}": run without one for all checks, or with "build".`);
  process.exit(2);
}
process.exitCode = (await runSteps(isBuildOnly ? steps.filter(({ run }) => run === buildPackages) : steps)) ? 0 : 1;

async function runSteps(chosen) {
  const failed = [];
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [index, { title, run }] of chosen.entries()) {
    const startedAt = Date.now();
    console.log(`${index + 1}/${chosen.length} ${title} …`);
    const outcome = await run().catch((error) => ({ isOk: false, output: `${error.stack}\n` }));
    if (outcome.note) console.log(`    ${outcome.note}`);
    if (!outcome.isOk) {
      failed.push(title);
      console.log(outcome.output.trimEnd());
    }
    for (const kind of Object.keys(counts)) counts[kind] += outcome.counts?.[kind] ?? 0;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`${index + 1}/${chosen.length} ${title}: ${outcome.isOk ? "ok" : "FAILED"} (${seconds} s)`);
  }
  console.log(failed.length === 0 ? "All steps held." : `Steps that failed: ${failed.join("; ")}.`);
  if (!isBuildOnly) console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return failed.length === 0;
}

async function checkGenerated() {
  const generators = ["spec/generate.mjs", "scripts/generate-states-page.mjs"];
  const present = generators.filter((path) => existsSync(join(root, path)));
  const outcomes = [];
  for (const path of present) outcomes.push(await runTool(root, "node", [path, "--check"]));
  const missing = generators.filter((path) => !present.includes(path)).map((path) => `${path} does not exist yet`);
  return together(outcomes, missing);
}

/** Offline on purpose: no telemetry and no look for a newer release. */
async function lintDescription() {
  if (!existsSync(join(root, "spec/openapi.yaml"))) return together([], ["spec/openapi.yaml does not exist yet"]);
  return runTool(root, "redocly", ["lint", "spec/openapi.yaml", "--config", "spec/redocly.yaml"], {
    env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
}

/** Two at a time: more would not fit the memory and cores of a small machine. */
async function checkTypes() {
  const { ready, skipped } = typedFolders(root);
  const outcomes = [];
  const queue = [...ready];
  const work = async () => {
    for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
      outcomes.push(await runTool(root, "tsc", ["--noEmit", "--pretty", "false", "-p", folder]));
    }
  };
  await Promise.all([work(), work()]);
  return together(outcomes, skipped);
}

async function buildPackages() {
  const { ready, skipped } = buildablePackages(root);
  const outcomes = [];
  for (const name of ready) {
    const { isOk, output } = await runTool(root, "tsup", [], { cwd: join(root, "packages", name) });
    outcomes.push({ isOk, output: `packages/${name}:\n${output}` });
  }
  return together(outcomes, skipped);
}

async function checkBuiltPackages() {
  const { ready, skipped } = buildablePackages(root);
  const outcomes = [];
  for (const name of ready) outcomes.push(await checkBuiltPackage(root, name));
  return together(outcomes, skipped);
}

function together(outcomes, notes) {
  return {
    isOk: outcomes.every(({ isOk }) => isOk),
    output: outcomes
      .filter(({ isOk }) => !isOk)
      .map(({ output }) => output)
      .join("\n"),
    ...(notes.length > 0 ? { note: `Skipped: ${notes.join("; ")}.` } : {}),
  };
}
