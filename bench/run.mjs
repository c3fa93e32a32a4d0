// `npm run bench`: measures every row, or those named, beside its peers, and writes RESULTS.md when all were
// measured.
// Options: --rounds 3 --seconds 2 --profile (a CPU profile of ours for each row, and its top 30).
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { resultsPage } from "./measure/results-page.mjs";
import { runRow, summaryOf } from "./measure/run-row.mjs";
import { allRows } from "./rows/all-rows.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "2" },
    profile: { type: "boolean", default: false },
  },
});
const unknown = positionals.filter((name) => !allRows.some((row) => row.name === name));
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(", ")}. Rows: ${allRows.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}
const rounds = positiveNumber("rounds");
const seconds = positiveNumber("seconds");
const profileFolder = values.profile ? fileURLToPath(new URL(".profiles", import.meta.url)) : undefined;
const chosen = positionals.length === 0 ? allRows : allRows.filter(({ name }) => positionals.includes(name));

const results = [];
for (const row of chosen) {
  const result = await runRow(row, { rounds, seconds, profileFolder });
  results.push(result);
  console.log(`${row.title}: ${summaryOf(result)} (aim ${row.aim})`);
}
if (results.some(({ failures }) => failures.size > 0)) process.exitCode = 1;
const page = resultsPage(results, { date: new Date().toISOString().slice(0, 10), rounds, seconds });
if (chosen.length === allRows.length) writeFileSync(new URL("RESULTS.md", import.meta.url), page);
else console.log(`\n${page}`);

function positiveNumber(name) {
  const value = Number(values[name]);
  if (!(value > 0)) {
    console.error(`--${name} must be a number above 0; got "${values[name]}".`);
    process.exit(2);
  }
  return value;
}
