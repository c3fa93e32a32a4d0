// Measures one benchmark: every candidate in turn, round after round, so that other load on the machine affects
// all of them alike.
import { mkdirSync, writeFileSync } from "node:fs";
import { median } from "./statistics.mjs";

/**
 * @typedef {object} Figure
 * @property {number} rate Units of work for each second.
 * @property {number} [cpuMicroseconds] For each unit of work.
 * @property {number} [p50Ms]
 * @property {number} [p99Ms]
 * @property {number} [memoryMb]
 * @property {number} [blockedMs] The longest time that the server's event loop was blocked.
 * @property {number} [blockedCpuMs] The same in CPU time of the server.
 * @typedef {{ begin(): Promise<void>, end(): Promise<void> }} Measured Called before and after the measured part, without its preparation.
 * @typedef {object} Candidate
 * @property {string} name
 * @property {"ceiling" | "ours" | "peer"} role
 * @property {(seconds: number, measured?: Measured) => Promise<Figure>} run Does the work and verifies it. @throws when it was not done.
 * @property {(command: string) => Promise<any>} [ask] Sends a command to the server and resolves with its response; used for profiles.
 * @property {() => Promise<void>} [close]
 * @typedef {{ ratio(candidate: string): number | undefined, figure(candidate: string, field: keyof Figure): number | undefined, peers: string[] }} Medians
 *   Undefined for a candidate that has no figure.
 * @typedef {{ name: string, title: string, unit: string, aim: string, isReached?: (medians: Medians) => boolean, prepare(): Promise<{ candidates: Candidate[], missing?: string[] }> }} Benchmark
 */

/** @param {Benchmark} benchmark @param {{ rounds: number, seconds: number, profileFolder?: string }} settings */
export async function runBenchmark(benchmark, { rounds, seconds, profileFolder }) {
  const { candidates, missing = [] } = await benchmark.prepare();
  /** The error of each candidate without a figure. */
  const failures = new Map();
  const figures = new Map(candidates.map(({ name }) => [name, []]));
  try {
    // Warm-up, until the hot code is compiled.
    for (const candidate of candidates) await attempt(candidate);
    for (let round = 1; round <= rounds; round += 1) {
      for (const candidate of candidates) {
        const { name } = candidate;
        if (failures.has(name)) continue;
        process.stderr.write(`${benchmark.name}: round ${round} of ${rounds}, ${name}\n`);
        const figure = await attempt(candidate);
        if (figure !== undefined) figures.get(name).push(figure);
      }
    }
    const working = candidates.filter(({ name }) => !failures.has(name));
    if (profileFolder !== undefined) await profileOurs(benchmark, working, seconds, profileFolder);
  } finally {
    for (const { close } of candidates) await close?.();
  }
  return { benchmark, candidates, figures, failures, missing, ratios: ratiosTo(candidates, figures) };

  /** Without the ceiling the benchmark cannot be measured; the failure of any other candidate concerns only itself. */
  async function attempt({ name, role, run }) {
    try {
      return await run(seconds);
    } catch (error) {
      if (role === "ceiling") throw error;
      failures.set(name, error.message);
      figures.set(name, []);
      return undefined;
    }
  }
}

/** Each candidate's share of the ceiling, by the median over rounds of the ratio within a round. */
function ratiosTo(candidates, figures) {
  const ceiling = candidates.find(({ role }) => role === "ceiling");
  return new Map(
    candidates.map(({ name }) => [
      name,
      figures.get(name).map(({ rate }, round) => rate / figures.get(ceiling.name)[round].rate),
    ]),
  );
}

async function profileOurs(benchmark, candidates, seconds, folder) {
  for (const { name, run, ask } of candidates.filter(({ role }) => role === "ours")) {
    if (ask === undefined) continue;
    let profile;
    await run(seconds, {
      begin: () => ask("startProfile"),
      async end() {
        profile = await ask("stopProfile");
      },
    });
    mkdirSync(folder, { recursive: true });
    const file = `${folder}/${benchmark.name}-${name.replace(/\W+/g, "-")}.cpuprofile`;
    writeFileSync(file, JSON.stringify(profile));
    console.log(`\n${file}\n${topFunctions(profile, 30)}`);
  }
}

/** Self time by function, largest first. */
function topFunctions({ nodes, samples, timeDeltas }, count) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const times = new Map();
  samples.forEach((id, index) => {
    const { functionName, url, lineNumber } = byId.get(id).callFrame;
    const key = `${functionName || "(anonymous)"} ${url.split("/").slice(-3).join("/")}:${lineNumber + 1}`;
    times.set(key, (times.get(key) ?? 0) + timeDeltas[index]);
  });
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .sort(([, left], [, right]) => right - left)
    .slice(0, count)
    .map(([key, time]) => `${((100 * time) / total).toFixed(1).padStart(5)} %  ${key}`)
    .join("\n");
}

/** The median ratio of each candidate, for the terminal. */
export function summaryOf({ candidates, failures, ratios }) {
  return candidates
    .map(({ name }) => `${name} ${failures.has(name) ? "FAILED" : median(ratios.get(name)).toFixed(2)}`)
    .join(", ");
}
