// Runs groups concurrently on the available cores, reports progress, and prints a summary.
import { availableParallelism } from "node:os";

const defaultDeadlineMs = 10 * 60_000;
const slowestCount = 10;

/**
 * @param {import("./groups.mjs").Group[]} groups
 * @param {{ isSummed?: boolean, print?: (line: string) => void, cores?: number, startUntil?: number }} [options]
 *   `isSummed`: prints the line of counts at the end. `startUntil`: epoch milliseconds; groups that would start later are named and not run.
 * @returns {Promise<boolean>} Whether every group that ran passed.
 */
export async function runGroups(
  groups,
  { isSummed = true, print = console.log, cores = Math.max(2, availableParallelism()), startUntil = Infinity } = {},
) {
  const waiting = [...groups];
  const running = new Map();
  const results = [];
  const coresOf = ({ cores: wanted }) => (wanted === "all" ? cores : Math.min(wanted, cores));
  const busyCores = () => [...running.keys()].reduce((sum, group) => sum + coresOf(group), 0);
  const isTooLate = () => Date.now() > startUntil;
  const mayStart = (group) =>
    !isTooLate() &&
    busyCores() + coresOf(group) <= cores &&
    (group.after ?? []).every((title) => results.some((result) => result.title === title));

  while (waiting.length > 0 || running.size > 0) {
    // In the given order, so that small groups behind it do not delay a group that needs all cores forever.
    for (let group = waiting[0]; group !== undefined && mayStart(group); group = waiting[0]) {
      waiting.shift();
      print(`${title(groups, group)} …`);
      running.set(group, runOne(group));
    }
    if (running.size === 0 && isTooLate()) break;
    if (running.size === 0) throw new Error(`"${waiting[0].title}" waits for a group that does not exist.`);
    const { group, result } = await Promise.race(running.values());
    running.delete(group);
    results.push(result);
    if (result.note) print(`    ${result.note}`);
    if (!result.isOk) print(result.output.trimEnd());
    print(`${title(groups, group)}: ${result.isOk ? "ok" : "FAILED"} (${result.seconds.toFixed(1)} s)`);
  }
  if (isSummed) sumUp(results, waiting, print);
  return results.every(({ isOk }) => isOk);
}

function title(groups, group) {
  return `${groups.indexOf(group) + 1}/${groups.length} ${group.title}`;
}

async function runOne(group) {
  const startedAt = performance.now();
  const outcome = await withinDeadline(group);
  const seconds = (performance.now() - startedAt) / 1000;
  return { group, result: { ...outcome, title: group.title, seconds } };
}

/** A group that exceeds its deadline is stopped and counts as failed, so that it does not block the others. */
async function withinDeadline({ run, deadlineMs = defaultDeadlineMs }) {
  const ending = new AbortController();
  let timer;
  const tooLate = new Promise((resolve) => {
    timer = setTimeout(() => {
      ending.abort();
      resolve({ isOk: false, output: `It did not end within ${deadlineMs / 60_000} minutes and was ended.` });
    }, deadlineMs);
  });
  try {
    return await Promise.race([run(ending.signal), tooLate]);
  } catch (error) {
    return { isOk: false, output: `${error.stack}\n` };
  } finally {
    clearTimeout(timer);
  }
}

function sumUp(results, notRun, print) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const result of results) {
    for (const kind of Object.keys(counts)) counts[kind] += result.counts?.[kind] ?? 0;
    // A check without tests of its own counts as one.
    if (result.counts === undefined) counts[result.isOk ? "passed" : "failed"] += 1;
    else if (!result.isOk && result.counts.failed === 0) counts.failed += 1;
  }
  const slowest = results
    .flatMap(({ slowest: files = [] }) => files)
    .sort((left, right) => right.seconds - left.seconds)
    .slice(0, slowestCount);
  print("");
  for (const { path, seconds } of slowest) print(`${seconds.toFixed(1).padStart(6)} s  ${path}`);
  print("");
  print(tableOf(results));
  const failed = results.filter(({ isOk }) => !isOk).map((result) => result.title);
  for (const line of results.flatMap(({ repeated = [] }) => repeated)) print(`PASSED WHEN RUN AGAIN ${line}`);
  for (const line of results.flatMap(({ failures = [] }) => failures)) print(`FAILED ${line}`);
  for (const group of notRun) print(`NOT RUN, no time left: ${group.title}`);
  print(failed.length === 0 ? "Every group that ran passed." : `Groups that failed: ${failed.join("; ")}.`);
  print(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
}

/** The table that CONTRIBUTING.md shows. */
function tableOf(results) {
  const lines = results.map(({ title: name, seconds, counts }) => {
    const tests = counts === undefined ? "" : String(counts.passed + counts.failed + counts.skipped);
    return `| ${name} | ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s | ${tests} |`;
  });
  return ["| Group | Time | Tests |", "| --- | --- | --- |", ...lines, ""].join("\n");
}
