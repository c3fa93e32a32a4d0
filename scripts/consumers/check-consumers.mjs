// Checks that the packages work where they are used: packs and publishes them to a registry on loopback,
// installs them from there into fresh projects in a temporary folder, and uses each as its users would.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publishedPackages, readManifest } from "../check/workspace.mjs";
import { packAll } from "../release/pack.mjs";
import { bundlers } from "./bundlers.mjs";
import { publishAll, startRegistry } from "./local-registry.mjs";
import { merchants } from "./merchants.mjs";
import { nextStores } from "./next-stores.mjs";
import { operators } from "./operators.mjs";
import { CouldNotBeFetched } from "./projects.mjs";
import { endAll } from "./run.mjs";
import { runtimes } from "./runtimes.mjs";
import { servers } from "./servers.mjs";
import { testEnvironments } from "./test-environments.mjs";
import { typescripts } from "./typescript.mjs";

/**
 * Each consumer gets its own folder for a project, and the local registry's URL.
 * @typedef {{ root: string, folder: string, registry: string }} Place
 * @typedef {{ name: string, run: (place: Place) => Promise<{ isOk: boolean, output: string }> }} Consumer
 */

/** The slowest first, so that the two concurrent workers end at about the same time. */
const consumers = [
  ...operators,
  ...typescripts,
  ...nextStores,
  ...testEnvironments,
  ...runtimes,
  ...bundlers,
  ...servers,
  ...merchants,
];
const concurrency = 2;

/**
 * Needs built packages. Prints a line for each consumer.
 * @param {string} root
 * @param {(line: string) => void} [print]
 * @param {string} [words] only consumers whose names contain these words
 * @returns {Promise<{ isOk: boolean, output: string, counts: { passed: number, failed: number, skipped: number } }>}
 */
export async function checkConsumers(root, print = console.log, words = "") {
  const chosen = consumers.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
  if (chosen.length === 0) throw new Error(`No consumer has "${words}" in its name.`);
  const unbuilt = publishedPackages.find(
    (name) => !existsSync(join(root, "packages", name, readManifest(root, name).types)),
  );
  if (unbuilt !== undefined) {
    return { isOk: false, output: `packages/${unbuilt} is not built: npm run build\n`, counts: countOf("failed", 1) };
  }
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-consumers-"));
  let registry;
  const cleanUp = () => {
    endAll();
    registry?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  const stopOn = (signal) => {
    cleanUp();
    process.exit(signal === "SIGINT" ? 130 : 143);
  };
  process.on("SIGINT", stopOn).on("SIGTERM", stopOn);
  try {
    const packed = await packAll(root, publishedPackages, join(folder, "packed"));
    registry = await startRegistry(folder);
    await publishAll(packed, registry.url, join(folder, "publisher"));
    return await runAll(chosen, { root, folder, registry: registry.url }, print);
  } catch (error) {
    if (!(error instanceof CouldNotBeFetched)) throw error;
    print(
      `    NOT RUN: the local registry could not be fetched, so ${chosen.length} consumers were skipped. ${error.message}`,
    );
    return { isOk: true, output: "", counts: countOf("skipped", chosen.length) };
  } finally {
    process.off("SIGINT", stopOn).off("SIGTERM", stopOn);
    cleanUp();
  }
}

async function runAll(chosen, { root, folder, registry }, print) {
  const counts = countOf("passed", 0);
  const queue = chosen.map((consumer, index) => ({ consumer, folder: join(folder, `consumer-${index}`) }));
  let output = "";
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const startedAt = Date.now();
      const { kind, text } = await tryOne(next.consumer, { root, folder: next.folder, registry });
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      counts[kind] += 1;
      const said = { passed: "ok", failed: "FAILED", skipped: `could not be fetched, skipped: ${text}` }[kind];
      print(`    ${next.consumer.name}: ${said} (${seconds} s)`);
      if (kind === "failed") output += `${next.consumer.name}:\n${text}\n`;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { isOk: counts.failed === 0, output, counts };
}

async function tryOne(consumer, place) {
  try {
    const { isOk, output } = await consumer.run(place);
    return { kind: isOk ? "passed" : "failed", text: output };
  } catch (error) {
    if (error instanceof CouldNotBeFetched) return { kind: "skipped", text: error.message };
    return { kind: "failed", text: error.stack };
  }
}

function countOf(kind, count) {
  return { passed: 0, failed: 0, skipped: 0, [kind]: count };
}
