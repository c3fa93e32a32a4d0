// Detects what an interrupted restore has left beside a database file. On a volume without hard links the file itself is missing after it.
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { linkedFile } from "./linked-file.js";

/** The copy of one process, which becomes the database file at the end of a restore. */
export function restoringCopyOf(filename: string): string {
  return `${filename}.restoring-${process.pid}`;
}

/** Says what is left, and what to do; undefined when nothing is, and when the folder does not exist. */
export function findInterruptedRestore(database: string): string | undefined {
  const filename = linkedFile(database);
  const folder = dirname(filename);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const startingWith = (ending: string) => names.filter((name) => name.startsWith(`${basename(filename)}.${ending}-`));
  const [left] = startingWith("restoring");
  if (left === undefined) return undefined;
  const found = `${join(folder, left)} exists: a restore of ${filename} is running, or one was interrupted. If none is running, delete it`;
  // After another restore now, the payments that were taken since would be missing.
  if (existsSync(filename)) return `${found}.`;
  const setAside = startingWith("replaced").at(-1);
  const kept = setAside === undefined ? "" : ` The previous database is ${join(folder, setAside)}.`;
  return `${found} and restore the backup again.${kept}`;
}
