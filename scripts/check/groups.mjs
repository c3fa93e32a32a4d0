// The groups of checks, and which of the two runs they belong to. CONTRIBUTING.md shows the same table with
// times.
import { checkConsumers } from "../consumers/check-consumers.mjs";
import { checkBuiltPackage } from "./built-packages.mjs";
import { runTool } from "./run-command.mjs";
import { runBrowserTests, runTests } from "./tests.mjs";
import { buildablePackages, publishedPackages } from "./workspace.mjs";

const minute = 60_000;

/**
 * `cores`: how many it keeps busy. `after`: titles of groups that must have ended. `deadlineMs` ends a group that hangs.
 * @typedef {{ isOk: boolean, output: string, note?: string, counts?: Counts, slowest?: SlowFile[], failures?: string[], repeated?: string[] }} Outcome
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ path: string, seconds: number }} SlowFile
 * @typedef {{ title: string, cores: number | "all", after?: string[], deadlineMs?: number, run: (signal: AbortSignal) => Promise<Outcome> }} Group
 */

/** @returns {Group} */
export function buildGroup(root) {
  return { title: "packages build", cores: 1, run: (signal) => buildPackages(root, signal) };
}

/** The checks that every change must pass. @returns {Group[]} */
export function quickGroups(root) {
  const build = buildGroup(root);
  return [
    build,
    // One program for all folders: it would otherwise read the kit once more for each folder.
    tool(root, "types", "tsc", ["--noEmit", "--pretty", "false", "-p", "."]),
    tool(root, "lint and format", "biome", ["check", "."]),
    tool(root, "imports go down, without circles", "node", ["scripts/check-imports.mjs"]),
    tool(root, "links have a target", "node", ["scripts/check-links.mjs"]),
    tool(root, "nothing is unused", "knip", ["--no-progress"]),
    { title: "generated files are fresh", cores: 1, run: (signal) => checkGenerated(root, signal) },
    {
      title: "the API description is sound",
      cores: 1,
      run: (signal) =>
        runTool(root, "redocly", ["lint", "spec/openapi.yaml", "--config", "spec/redocly.yaml"], {
          // Offline on purpose: no telemetry, and no check for a newer release.
          env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
          signal,
        }),
    },
    ...publishedPackages.map((name) => ({
      title: `the built ${name} loads and has sound types`,
      cores: 1,
      after: [build.title],
      run: (signal) => checkBuiltPackage(root, name, signal),
    })),
    {
      ...tool(root, "the public surface is what its snapshots say", "node", ["scripts/api-surface.mjs", "--check"]),
      after: [build.title],
    },
    // The tests load the built SDK.
    { ...testGroup(root, "tests", "unit"), after: [build.title] },
    waitingGroup(root, "tests on PostgreSQL", "postgres", runTests),
    waitingGroup(root, "tests in a browser", "browser", runBrowserTests),
  ];
}

/** Browser tours in every language and theme, hundreds of killed processes, other engines and runtimes, thousands of random calls. @returns {Group[]} */
export function longGroups(root) {
  const build = buildGroup(root);
  return [
    build,
    {
      title: "packages work where they are installed",
      cores: "all",
      after: [build.title],
      deadlineMs: 20 * minute,
      run: () => checkConsumers(root),
    },
    { ...testGroup(root, "long tests", "unit-long"), after: [build.title] },
    testGroup(root, "long tests on PostgreSQL", "postgres-long"),
    testGroup(root, "long tests in a browser", "browser-long", runBrowserTests),
    testGroup(root, "tests in a browser on PostgreSQL", "browser-postgres", runBrowserTests),
  ];
}

function testGroup(root, title, project, runTestsOf = runTests) {
  return { title, cores: "all", deadlineMs: 25 * minute, run: (signal) => runTestsOf(root, project, signal) };
}

/** Tests that wait for other processes half of their time, so that two groups of them run at once. */
function waitingGroup(root, title, project, runTestsOf) {
  return { ...testGroup(root, title, project, runTestsOf), cores: 1 };
}

function tool(root, title, command, args) {
  return { title, cores: 1, run: (signal) => runTool(root, command, args, { signal }) };
}

async function checkGenerated(root, signal) {
  const outcomes = [];
  for (const path of ["spec/generate.mjs", "scripts/generate-states-page.mjs"]) {
    outcomes.push(await runTool(root, "node", [path, "--check"], { signal }));
  }
  return together(outcomes);
}

async function buildPackages(root, signal) {
  const outcomes = [];
  for (const name of buildablePackages(root).ready) {
    const { isOk, output } = await runTool(root, "tsup", [], { cwd: `${root}/packages/${name}`, signal });
    outcomes.push({ isOk, output: `packages/${name}:\n${output}` });
  }
  return together(outcomes);
}

function together(outcomes) {
  const failed = outcomes.filter(({ isOk }) => !isOk);
  return { isOk: failed.length === 0, output: failed.map(({ output }) => output).join("\n") };
}
