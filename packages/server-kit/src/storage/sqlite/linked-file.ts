// Which file a symbolic link leads to: SQLite keeps its log beside that file, and a rename would replace the link instead of the file.
import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The file need not exist. A name that is no link is returned as it is. */
export function linkedFile(filename: string): string {
  if (lstatSync(filename, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return filename;
  try {
    return realpathSync(filename);
  } catch {
    return resolve(dirname(filename), readlinkSync(filename));
  }
}
