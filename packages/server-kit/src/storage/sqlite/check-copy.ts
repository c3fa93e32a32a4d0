// Checks a copy in a worker thread: the check reads every page, which takes seconds for a large file, and a service
// that makes a backup must keep serving requests.
import { Worker } from "node:worker_threads";
import { driverFile } from "./driver-file.js";
import { DamagedFileError } from "./opening-errors.js";

/** Program text instead of a file, so that the package needs no second entry; it loads the driver of this package. */
const program = `
const { parentPort, workerData } = require("node:worker_threads");
const Sqlite = require(workerData.driver);
const copy = new Sqlite(workerData.filename);
try {
  // A single file without a write-ahead log, so that it can be moved.
  copy.pragma("journal_mode = DELETE");
  parentPort.postMessage(copy.pragma("quick_check(1)", { simple: true }));
} finally {
  copy.close();
}`;

/** @throws DamagedFileError for a damaged file, and Error for one that cannot be read. */
export async function requireSoundCopy(filename: string): Promise<void> {
  const worker = new Worker(program, { eval: true, workerData: { driver: driverFile(), filename } });
  const result = await new Promise<unknown>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The check of the copy ended without a result.")));
  });
  if (result !== "ok") throw new DamagedFileError(`The copy does not pass SQLite's quick check: ${String(result)}`);
}
