// Writes RESULTS.md: one table for each benchmark, a description of the machine, and the versions.
import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { missedAimNotes } from "./missed-aim-notes.mjs";
import { median, withRange } from "./statistics.mjs";

export function resultsPage(results, { date, rounds, seconds }) {
  const processor = cpus();
  return [
    "# Results",
    "",
    `Written by \`npm run bench\`: ${rounds} rounds of ${seconds} s for each, the candidates one after the other in each round; median (lowest to highest). Ratios are to the benchmark's first line, the ceiling, within the same round. CPU is the server's own for one unit of work.`,
    "",
    `${date}, ${processor.length} cores of ${processor[0].model.trim()}, Node.js ${process.version}. Load average at the end: ${loadavg()[0].toFixed(1)}; above the number of cores, something else was running, and only CPU times and ratios of checks in one process say much. ${versions().join(", ")}.`,
    ...results.flatMap(tableOf),
    "",
  ].join("\n");
}

/** Shown for the benchmarks that have them. */
const extraColumns = [
  ["memory, MB", "memoryMb"],
  ["longest stop of the event loop, ms", "blockedMs"],
  ["by its processor time, ms", "blockedCpuMs"],
];

function tableOf(result) {
  const { benchmark, candidates, figures, failures, ratios, missing } = result;
  const isFilled = ([, field]) => [...figures.values()].flat().some((figure) => figure[field] !== undefined);
  const extra = extraColumns.filter(isFilled);
  const lines = candidates.map(({ name, role }) => {
    const own = figures.get(name);
    const column = (field) => {
      const values = own.map((figure) => figure[field]).filter((value) => value !== undefined);
      return values.length === 0 ? "" : withRange(values);
    };
    const cells = [column("rate"), column("cpuMicroseconds"), column("p50Ms"), column("p99Ms")];
    for (const [, field] of extra) cells.push(column(field));
    if (failures.has(name)) return `| ${name} | FAILED: ${failures.get(name)} |${" |".repeat(cells.length)}`;
    const ratio = role === "ceiling" ? "1" : withRange(ratios.get(name));
    const label = role === "ours" ? `**${name}**` : name;
    return `| ${label} | ${ratio} | ${cells.join(" | ")} |`;
  });
  return [
    "",
    `## ${benchmark.title}`,
    "",
    `Aim: ${benchmark.aim}.`,
    "",
    ...(lines.length === 0
      ? []
      : [
          `| | ratio | ${benchmark.unit} | CPU, us | p50, ms | p99, ms |${extra.map(([head]) => ` ${head} |`).join("")}`,
        ]),
    ...(lines.length === 0 ? [] : [`| --- | --- | --- | --- | --- | --- |${" --- |".repeat(extra.length)}`]),
    ...lines,
    ...(missing.length === 0 ? [] : ["", `Not measured: ${missing.join("; ")}.`]),
    ...(lines.length === 0 || isReached(result) ? [] : ["", `Aim not reached. ${missedAimNotes[benchmark.name]}`]),
  ];
}

/** By the medians of this run; a benchmark without `isReached` has no aim. */
function isReached({ benchmark, candidates, figures, ratios }) {
  if (benchmark.isReached === undefined) return true;
  const of = (values) => (values === undefined || values.length === 0 ? undefined : median(values));
  return benchmark.isReached({
    ratio: (name) => of(ratios.get(name)),
    figure: (name, field) => of(figures.get(name)?.map((figure) => figure[field])),
    peers: candidates.filter(({ role }) => role === "peer").map(({ name }) => name),
  });
}

function versions() {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return Object.entries(manifest.devDependencies).map(([name, version]) => `${name} ${version}`);
}
