// Path of the SQLite driver for worker threads, so that they load the one that this package depends on.
import { createRequire } from "node:module";

// ESM has no __filename, CommonJS no import.meta.
const ownFile = typeof __filename === "string" ? __filename : import.meta.url;

export function driverFile(): string {
  return createRequire(ownFile).resolve("better-sqlite3");
}
