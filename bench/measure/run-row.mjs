// Measures one row: every contestant in turn, round after round, so that other load on the machine affects
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
 * @typedef {object} Contestant
 * @property {string} name
 * @property {"ceiling" | "ours" | "peer"} role
 * @property {(seconds: number, measured?: Measured) => Promise<Figure>} run Does the work and verifies it. @throws when it was not done.
 * @property {(command: string) => Promise<any>} [ask] Sends a command to the server and resolves with its response; used for profiles.
 * @property {() => Promise<void>} [close]
 * @typedef {{ ratio(contestant: string): number | undefined, figure(contestant: string, field: keyof Figure): number | undefined, peers: string[] }} Medians
 *   Undefined for a contestant that has no figure.
 * @typedef {{ name: string, title: string, unit: string, aim: string, isReached?: (medians: Medians) => boolean, prepare(): Promise<{ contestants: Contestant[], missing?: string[] }> }} Row
 */

/** @param {Row} row @param {{ rounds: number, seconds: number, profileFolder?: string }} settings */
export async function runRow(row, { rounds, seconds, profileFolder }) {
  const { contestants, missing = [] } = await row.prepare();
  /** The error of each contestant without a figure. */
  const failures = new Map();
  const figures = new Map(contestants.map(({ name }) => [name, []]));
  try {
    // Warm-up, until the hot code is compiled.
    for (const contestant of contestants) await attempt(contestant);
    for (let round = 1; round <= rounds; round += 1) {
      for (const contestant of contestants) {
        const { name } = contestant;
        if (failures.has(name)) continue;
        process.stderr.write(`${row.name}: round ${round} of ${rounds}, ${name}\n`);
        const figure = await attempt(contestant);
        if (figure !== undefined) figures.get(name).push(figure);
      }
    }
    const working = contestants.filter(({ name }) => !failures.has(name));
    if (profileFolder !== undefined) await profileOurs(row, working, seconds, profileFolder);
  } finally {
    for (const { close } of contestants) await close?.();
  }
  return { row, contestants, figures, failures, missing, ratios: ratiosTo(contestants, figures) };

  /** Without the ceiling the row cannot be measured; the failure of any other contestant concerns only itself. */
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

/** Each contestant's share of the ceiling, by the median over rounds of the ratio within a round. */
function ratiosTo(contestants, figures) {
  const ceiling = contestants.find(({ role }) => role === "ceiling");
  return new Map(
    contestants.map(({ name }) => [
      name,
      figures.get(name).map(({ rate }, round) => rate / figures.get(ceiling.name)[round].rate),
    ]),
  );
}

async function profileOurs(row, contestants, seconds, folder) {
  for (const { name, run, ask } of contestants.filter(({ role }) => role === "ours")) {
    if (ask === undefined) continue;
    let profile;
    await run(seconds, {
      begin: () => ask("startProfile"),
      async end() {
        profile = await ask("stopProfile");
      },
    });
    mkdirSync(folder, { recursive: true });
    const file = `${folder}/${row.name}-${name.replace(/\W+/g, "-")}.cpuprofile`;
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

/** The median ratio of each contestant, for the terminal. */
export function summaryOf({ contestants, failures, ratios }) {
  return contestants
    .map(({ name }) => `${name} ${failures.has(name) ? "FAILED" : median(ratios.get(name)).toFixed(2)}`)
    .join(", ");
}
