// Opens a storage by the address of its database, for test processes that get it as an argument.

import type { Storage } from "../src/storage/port.js";
import { postgresStorage } from "../src/storage/postgres/postgres-storage.js";
import { sqliteStorage } from "../src/storage/sqlite/sqlite-storage.js";

export type StorageName = "SQLite" | "PostgreSQL";

export interface DatabaseAddress {
  kind: StorageName;
  /** A file's name, or a connection string. */
  address: string;
}

export function storageAt({ kind, address }: DatabaseAddress): Storage {
  return kind === "SQLite" ? sqliteStorage({ filename: address }) : postgresStorage({ connectionString: address });
}

/** As one argument of a command line. */
export const toArgument = ({ kind, address }: DatabaseAddress): string => `${kind}=${address}`;

export function fromArgument(argument: string): DatabaseAddress {
  const kind = argument.startsWith("SQLite=") ? "SQLite" : "PostgreSQL";
  return { kind, address: argument.slice(kind.length + 1) };
}
