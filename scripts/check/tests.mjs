// Runs vitest and takes the counts from its report, never from its exit code alone.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { findBrowser, findWebkit, howToGetABrowser, howToGetWebkit } from "./browser.mjs";
import { runTool } from "./run-command.mjs";
import { findFiles } from "./workspace.mjs";

const testFolders = ["packages", "spec", "examples", "scripts"];
const browserTest = /\.browser\.test\.ts$/;

/** The tests of one project of vitest.config.ts. @returns {Promise<import("./groups.mjs").Outcome>} */
export function runTests(root, project, signal) {
  return runVitest(root, ["--project", project], { signal });
}

/** The same for a project whose tests need a browser: without one, they are reported as not run. */
export async function runBrowserTests(root, project, signal) {
  const browser = findBrowser();
  if (browser === undefined) {
    const count = await countTests(root, project);
    const note = `NOT RUN: no Chromium here, so ${count ?? "its"} tests were skipped. ${howToGetABrowser}`;
    return { isOk: true, output: "", note, counts: { passed: 0, failed: 0, skipped: count ?? 1 } };
  }
  const outcome = await runVitest(root, ["--project", project], { signal, env: browserEnvironment(browser) });
  if (project !== "browser-long" || findWebkit() !== undefined) return outcome;
  const note = `NOT RUN: no WebKit here, so ${outcome.counts.skipped} tests in it were skipped. ${howToGetWebkit}`;
  return { ...outcome, note };
}

/** An empty string means none: the tests of WebKit then skip themselves, and count as skipped. */
function browserEnvironment(browser) {
  return { CHROMIUM_PATH: browser ?? "", WEBKIT_DRIVER_PATH: findWebkit() ?? "" };
}

/** Tests of any kind by a part of their files' paths, or else of their titles. @returns {Promise<boolean>} Whether all passed. */
export async function runChosenTests(root, words) {
  const sources = testFolders
    .flatMap((folder) => findFiles(join(root, folder), /\.ts$/))
    .map((path) => relative(root, path));
  const files = sources.filter((path) => path.endsWith(".test.ts"));
  const byPath = files.filter((path) => path.includes(words.replaceAll("\\", "/").replace(/^\.\//, "")));
  const chosen = byPath.length > 0 ? byPath : filesWithTitle(root, sources, files, words);
  if (chosen.length === 0) {
    console.error(
      `No test file has "${words}" in its path or in its text: give a part of a path, or of a title as it is written.`,
    );
    return false;
  }
  if (chosen.some((path) => browserTest.test(path)) && findBrowser() === undefined) console.error(howToGetABrowser);
  const filter = byPath.length > 0 ? [] : ["--testNamePattern", escaped(words)];
  const { isOk, counts } = await runVitest(root, [...chosen, ...filter], { env: browserEnvironment(findBrowser()) });
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  if (counts.passed + counts.failed === 0) console.error(`Nothing ran: no title contains "${words}".`);
  return isOk && counts.passed > 0;
}

/**
 * Titles may be in a helper file that the test files of its folder import: then all tests of the folder are
 * searched.
 */
function filesWithTitle(root, sources, files, words) {
  const having = sources.filter((path) => readFileSync(join(root, path), "utf8").includes(words));
  const folders = new Set(having.filter((path) => !files.includes(path)).map(dirname));
  return files.filter((path) => having.includes(path) || folders.has(dirname(path)));
}

function escaped(words) {
  return words.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

async function runVitest(root, chosen, { env = {}, signal } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-check-"));
  const report = join(folder, "report.json");
  try {
    const reporters = ["--reporter=./scripts/check/progress-reporter.mjs", "--reporter=json"];
    const args = ["run", ...chosen, ...reporters, `--outputFile.json=${report}`];
    const { isOk } = await runTool(root, "vitest", args, { env, signal, isLive: true });
    const { counts, slowest, failures, repeated } = readReport(root, report);
    if (!isOk && counts.failed === 0) counts.failed = 1;
    return { isOk: isOk && counts.failed === 0, output: "", counts, slowest, failures, repeated };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that failed to load contains no test results: it counts as one failure, and so does a missing report. */
function readReport(root, report) {
  if (!existsSync(report))
    return { counts: { passed: 0, failed: 1, skipped: 0 }, slowest: [], failures: [], repeated: [] };
  const parsed = JSON.parse(readFileSync(report, "utf8"));
  const unloaded = parsed.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return {
    counts: {
      passed: parsed.numPassedTests,
      failed: parsed.numFailedTests + unloaded.length,
      skipped: parsed.numPendingTests + (parsed.numTodoTests ?? 0),
    },
    slowest: parsed.testResults.map(({ name, startTime, endTime }) => ({
      path: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
    failures: parsed.testResults.flatMap((file) => failuresOf(relative(root, file.name), file)),
    repeated: parsed.testResults.flatMap((file) => repeatedOf(relative(root, file.name), file)),
  };
}

/** One line for each failed test: file, title and error message. */
function failuresOf(path, { assertionResults, status, message }) {
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0 && status === "failed") return [`${path}: ${whatWasWrong(message)}`];
  return failed.map((test) => lineOf(path, test));
}

/** One line for each test that passed only after a retry. */
function repeatedOf(path, { assertionResults }) {
  const repeated = assertionResults.filter((test) => test.status === "passed" && test.failureMessages.length > 0);
  return repeated.map((test) => lineOf(path, test));
}

function lineOf(path, { fullName, failureMessages }) {
  return `${path}: ${fullName}: ${whatWasWrong(failureMessages[0])}`;
}

/** The message without its stack, on one line: it includes a property's seed and counterexample. */
function whatWasWrong(text = "") {
  const [message] = stripVTControlCharacters(text).split(/\n\s+at /, 1);
  return message.replaceAll(/\s+/g, " ").trim().slice(0, 600);
}

/** How many tests a project contains; lists them without running them. */
async function countTests(root, project) {
  const { isOk, output } = await runTool(root, "vitest", ["list", "--project", project]);
  return isOk ? output.split("\n").filter((line) => line.includes(" > ")).length : undefined;
}
