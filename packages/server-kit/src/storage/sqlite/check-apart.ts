// The check of a copy reads every page, which takes seconds for a large file: in a thread of its own, so that a service that backs itself up
// goes on answering.
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";

/** Plain text, so that the packages hold no second entry; the driver is the one that this package has. */
const program = `
const { parentPort, workerData } = require("node:worker_threads");
const Sqlite = require(workerData.driver);
const copy = new Sqlite(workerData.filename);
try {
  // One file without a log beside it, to be moved and kept as it is.
  copy.pragma("journal_mode = DELETE");
  parentPort.postMessage(copy.pragma("quick_check(1)", { simple: true }));
} finally {
  copy.close();
}`;

// ESM has no __filename, CommonJS no import.meta.
const ownFile = typeof __filename === "string" ? __filename : import.meta.url;

/** @throws Error when the file is damaged or cannot be read. */
export async function requireSoundCopy(filename: string): Promise<void> {
  const driver = createRequire(ownFile).resolve("better-sqlite3");
  const worker = new Worker(program, { eval: true, workerData: { driver, filename } });
  const fault = await new Promise<unknown>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The check of the copy ended without a result.")));
  });
  if (fault !== "ok") throw new Error(`The copy does not pass SQLite's quick check: ${String(fault)}`);
}
