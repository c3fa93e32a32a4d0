// Reads the header of a database file while SQLite has it open (https://sqlite.org/fileformat2.html#the_database_header).
import { closeSync, openSync, readSync, statSync } from "node:fs";

export interface FileHeader {
  /** Undefined for a file without a whole header: a new one, or one that another program is overwriting. */
  read(): { isInWalMode: boolean; changeCounter: number } | undefined;
  close(): void;
}

const bytes = 28;
const writeVersionAt = 18;
const readVersionAt = 19;
const changeCounterAt = 24;
const walVersion = 2;

type OpenedFiles = Map<string, { descriptor: number; users: number }>;

/**
 * Closing any descriptor of a file releases all locks of the process on it (https://sqlite.org/howtocorrupt.html#posix_close_bug): the last
 * user of a file closes its only one. Shared with other copies of this module, such as the CommonJS build.
 */
const shared = globalThis as { [key: symbol]: OpenedFiles | undefined };
const filesKey = Symbol.for("@payment-sessions/server-kit sqlite headers");
shared[filesKey] ??= new Map();
const opened = shared[filesKey];

export function openFileHeader(filename: string): FileHeader {
  const { dev, ino } = statSync(filename);
  const key = `${dev}:${ino}`;
  const file = opened.get(key) ?? { descriptor: openSync(filename, "r"), users: 0 };
  opened.set(key, file);
  file.users += 1;
  const header = Buffer.alloc(bytes);
  return {
    read() {
      if (readSync(file.descriptor, header, 0, bytes, 0) < bytes) return undefined;
      return {
        isInWalMode: header[writeVersionAt] === walVersion && header[readVersionAt] === walVersion,
        changeCounter: header.readUInt32BE(changeCounterAt),
      };
    },
    close() {
      file.users -= 1;
      if (file.users > 0) return;
      opened.delete(key);
      closeSync(file.descriptor);
    },
  };
}
