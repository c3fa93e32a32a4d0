// `npm run bench`: measures every benchmark, or those named, beside its peers, and writes RESULTS.md when all were
// measured.
// Options: --rounds 3 --seconds 2 --profile (a CPU profile of ours for each benchmark, and its top 30).
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { allBenchmarks } from "./benchmarks/all-benchmarks.mjs";
import { resultsPage } from "./measure/results-page.mjs";
import { runBenchmark, summaryOf } from "./measure/run-benchmark.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "2" },
    profile: { type: "boolean", default: false },
  },
});
const unknown = positionals.filter((name) => !allBenchmarks.some((benchmark) => benchmark.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(", ")}. Benchmarks: ${allBenchmarks.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(2);
}
const rounds = positiveNumber("rounds");
const seconds = positiveNumber("seconds");
const profileFolder = values.profile ? fileURLToPath(new URL(".profiles", import.meta.url)) : undefined;
const chosen =
  positionals.length === 0 ? allBenchmarks : allBenchmarks.filter(({ name }) => positionals.includes(name));

const results = [];
for (const benchmark of chosen) {
  const result = await runBenchmark(benchmark, { rounds, seconds, profileFolder });
  results.push(result);
  console.log(`${benchmark.title}: ${summaryOf(result)} (aim ${benchmark.aim})`);
}
if (results.some(({ failures }) => failures.size > 0)) process.exitCode = 1;
const page = resultsPage(results, { date: new Date().toISOString().slice(0, 10), rounds, seconds });
if (chosen.length === allBenchmarks.length) writeFileSync(new URL("RESULTS.md", import.meta.url), page);
else console.log(`\n${page}`);

function positiveNumber(name) {
  const value = Number(values[name]);
  if (!(value > 0)) {
    console.error(`--${name} must be a number above 0; got "${values[name]}".`);
    process.exit(2);
  }
  return value;
}
