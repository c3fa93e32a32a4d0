// The checks of `doctor` for a SQLite file: its pages, its rights, and the room that it has to grow.
import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { quickCheckSqlite } from "../storage/sqlite/quick-check.js";
import type { Finding } from "./finding.js";

export function checkPermissions(filename: string): Finding {
  const check = "permissions";
  const mode = statSync(filename).mode & 0o777;
  if (process.platform === "win32" || (mode & 0o077) === 0)
    return { level: "ok", check, message: "only the owner may read the file" };
  return {
    level: "warning",
    check,
    message: `other users may open ${filename} (mode ${mode.toString(8)}): chmod 600 it`,
  };
}

/** Reads every page: a damaged one may be met by a payment months later. */
export function checkFile(filename: string): Finding {
  const check = "database file";
  const faults = quickCheckSqlite(filename);
  if (faults.length === 0) return { level: "ok", check, message: "every page can be read" };
  const told = faults.slice(0, 3).join("; ");
  if (told === "file is not a database") {
    return { level: "problem", check, message: `${filename} is not a SQLite database: give another --database` };
  }
  const message = `${filename} is damaged (${told}): stop the service, run "payment-sessions restore <backup> --replace", and look at the disk`;
  return { level: "problem", check, message };
}

const mebibyte = 1_048_576;

export function checkRoom(filename: string): Finding {
  const { bavail, bsize } = statfsSync(dirname(filename));
  return judgeRoom(filename, { freeBytes: bavail * bsize, fileBytes: statSync(filename).size });
}

/** Writes are refused with 503 once the disk is full; a backup needs as much room as the file. */
export function judgeRoom(
  filename: string,
  { freeBytes, fileBytes }: { freeBytes: number; fileBytes: number },
): Finding {
  const check = "disk";
  const told = `${Math.floor(freeBytes / mebibyte)} MiB are free beside ${filename}`;
  const wayOut =
    'make room, or remove what is over with "payment-sessions prune" ("prune --compact" while the service is stopped)';
  if (freeBytes < 64 * mebibyte) {
    return { level: "problem", check, message: `${told}, and without any no payment is taken: ${wayOut}` };
  }
  if (freeBytes < Math.max(512 * mebibyte, fileBytes)) {
    return {
      level: "warning",
      check,
      message: `${told}, too little for "payment-sessions backup" there or for months to come: ${wayOut}`,
    };
  }
  return { level: "ok", check, message: told };
}
