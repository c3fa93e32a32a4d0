// Runs vitest and reads its figures from its own report, never from its exit code alone.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser, findWebkit, howToGetABrowser, howToGetWebkit } from "./browser.mjs";
import { runTool } from "./run-command.mjs";
import { findFiles } from "./workspace.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @returns {Promise<{ isOk: boolean, output: string, counts: Counts }>}
 */
export function runUnitTests(root) {
  return runVitest(root, "vitest.config.ts", {});
}

export async function runBrowserTests(root) {
  const files = ["packages", "examples"].flatMap((folder) => findFiles(join(root, folder), /\.browser\.test\.ts$/));
  if (files.length === 0) return { isOk: true, output: "", note: "there are no browser tests", counts: noCounts() };
  const browser = findBrowser();
  if (browser === undefined) {
    const count = await countTests(root);
    const tests = count === undefined ? "" : ` with ${count} tests`;
    const note = `NOT RUN: no Chromium here, so ${files.length} browser test files${tests} were skipped. ${howToGetABrowser}`;
    return { isOk: true, output: "", note, counts: { ...noCounts(), skipped: count ?? files.length } };
  }
  const webkit = findWebkit();
  // Empty says "none": the tests of WebKit then skip themselves, and count as skipped.
  const env = { CHROMIUM_PATH: browser, WEBKIT_DRIVER_PATH: webkit ?? "" };
  const outcome = await runVitest(root, "vitest.browser.config.ts", env);
  if (webkit !== undefined) return outcome;
  const note = `NOT RUN: no WebKit here, so ${outcome.counts.skipped} tests in it were skipped. ${howToGetWebkit}`;
  return { ...outcome, note };
}

async function runVitest(root, config, env) {
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-check-"));
  const report = join(folder, "report.json");
  try {
    const args = ["run", "--config", config, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const { isOk } = await runTool(root, "vitest", args, { env, isLive: true });
    const counts = readCounts(report);
    if (!isOk && counts.failed === 0) counts.failed = 1;
    return { isOk: isOk && counts.failed === 0, output: "", counts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that could not even be loaded has no test to count: it counts as one failure. A missing report does as well. */
function readCounts(report) {
  let parsed;
  try {
    parsed = JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const unloaded = parsed.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return {
    passed: parsed.numPassedTests,
    failed: parsed.numFailedTests + unloaded.length,
    skipped: parsed.numPendingTests + (parsed.numTodoTests ?? 0),
  };
}

/** How many browser tests there would be: collected, not run. */
async function countTests(root) {
  const { isOk, output } = await runTool(root, "vitest", ["list", "--config", "vitest.browser.config.ts"]);
  return isOk ? output.split("\n").filter((line) => line.includes(".browser.test.ts")).length : undefined;
}

function noCounts() {
  return { passed: 0, failed: 0, skipped: 0 };
}
