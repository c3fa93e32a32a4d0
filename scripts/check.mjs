// What `npm test`, `npm run test:long` and `npm run build` run.
//   node scripts/check.mjs            every check that a change needs
//   node scripts/check.mjs long       the checks that take long
//   node scripts/check.mjs build      builds the packages and nothing else
//   node scripts/check.mjs <words>    the tests in files whose path, or with titles that, contain the words
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { buildGroup, longGroups, quickGroups } from "./check/groups.mjs";
import { runGroups } from "./check/run-groups.mjs";
import { runChosenTests } from "./check/tests.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/**
 * Epoch milliseconds; .ci/run passes seconds. Groups that would start later are reported as not run and fail
 * nothing: a slow machine is not an error of the change.
 */
const startUntil = Number(process.env.LONG_CHECKS_START_UNTIL ?? Infinity) * 1000;
const words = process.argv.slice(2).join(" ").trim();

process.exitCode = (await run(words)) ? 0 : 1;

function run(chosen) {
  if (chosen === "") return runGroups(quickGroups(root));
  if (chosen === "long") return runGroups(longGroups(root), { startUntil });
  if (chosen === "build") return runGroups([buildGroup(root)], { isSummed: false });
  return runChosenTests(root, chosen);
}
