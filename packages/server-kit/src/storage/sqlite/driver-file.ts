// Where the driver is, for threads that load it: the one that this package has.
import { createRequire } from "node:module";

// ESM has no __filename, CommonJS no import.meta.
const ownFile = typeof __filename === "string" ? __filename : import.meta.url;

export function driverFile(): string {
  return createRequire(ownFile).resolve("better-sqlite3");
}
