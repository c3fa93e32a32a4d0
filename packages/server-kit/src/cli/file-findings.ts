// The checks of `doctor` for a SQLite file: its pages, its permissions, and free disk space.
import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { findInterruptedRestore } from "../storage/sqlite/interrupted-restore.js";
import { quickCheckSqlite } from "../storage/sqlite/quick-check.js";
import type { Finding } from "./finding.js";

export function checkPermissions(filename: string): Finding {
  const check = "permissions";
  // Node reports there whether a file is read-only, and nothing about its access control list.
  if (process.platform === "win32") return { level: "ok", check, message: "not checked on Windows" };
  const mode = statSync(filename).mode & 0o777;
  if ((mode & 0o077) === 0) return { level: "ok", check, message: "only the owner may read the file" };
  return {
    level: "warning",
    check,
    message: `other users may open ${filename} (mode ${mode.toString(8)}): run chmod 600 on it`,
  };
}

/** Reads every page: otherwise a damaged one may be detected only when it is read months later. */
export function checkPages(filename: string): Finding {
  const check = "database file";
  let problems: string[];
  try {
    problems = quickCheckSqlite(filename);
  } catch (error) {
    return { level: "problem", check, message: error instanceof Error ? error.message : String(error) };
  }
  if (problems.length === 0) return { level: "ok", check, message: "every page can be read" };
  const reason = problems.slice(0, 3).join("; ");
  if (reason === "file is not a database") {
    return { level: "problem", check, message: `${filename} is not a SQLite database: check --database` };
  }
  const message = `${filename} is damaged (${reason}): stop the service, run "payment-sessions restore <backup> --replace", and check the disk`;
  return { level: "problem", check, message };
}

/** The copy contains personal data, and the next restore refuses to start beside it. */
export function checkInterruptedRestore(filename: string): Finding[] {
  const message = findInterruptedRestore(filename);
  return message === undefined ? [] : [{ level: "warning", check: "restore", message }];
}

const mebibyte = 1_048_576;
/** Below this, writes may fail within hours. */
const minFreeBytes = 64 * mebibyte;
const freeBytesForMonths = 512 * mebibyte;

export function checkDiskSpace(filename: string): Finding {
  const { bavail, bsize } = statfsSync(dirname(filename));
  return describeDiskSpace(filename, { freeBytes: bavail * bsize, fileBytes: statSync(filename).size });
}

/** Exported for tests. A backup requires as much space as the file. */
export function describeDiskSpace(
  filename: string,
  { freeBytes, fileBytes }: { freeBytes: number; fileBytes: number },
): Finding {
  const check = "disk";
  const free = `${Math.floor(freeBytes / mebibyte)} MiB are free on the disk that holds ${filename}`;
  const fix =
    'free some space, or remove old records with "payment-sessions prune" ("prune --compact" while the service is stopped)';
  if (freeBytes < minFreeBytes) {
    return { level: "problem", check, message: `${free}; on a full disk every payment is refused: ${fix}` };
  }
  if (freeBytes < Math.max(freeBytesForMonths, fileBytes)) {
    return {
      level: "warning",
      check,
      message: `${free}, not enough for "payment-sessions backup" on that disk or for months of growth: ${fix}`,
    };
  }
  return { level: "ok", check, message: free };
}
