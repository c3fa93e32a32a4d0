// The one place that gives a test its storage. A test that is written against `freshStorage` or `createDatabase` runs on each storage: as it
// stands on SQLite, and on PostgreSQL in the projects `postgres` and `postgres-long` of vitest.config.ts, which name the storage in
// TEST_STORAGE. A test for one storage alone says why in its title.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresStorage, type Storage, sqliteStorage } from "../src/index.js";
import { createMigratedDatabase, findServer, named, newName } from "./postgres/server.js";

export type StorageName = "SQLite" | "PostgreSQL";

export const storageName: StorageName = process.env.TEST_STORAGE === "PostgreSQL" ? "PostgreSQL" : "SQLite";

/** What a test process is told, so that it opens the same database: `storageAt`. */
export interface DatabaseAddress {
  kind: StorageName;
  address: string;
}

export interface TestDatabaseOfStorage extends DatabaseAddress {
  /** A storage on it; several may be open at once. */
  storage(): Storage;
  remove(): Promise<void>;
}

export function storageAt({ kind, address }: DatabaseAddress): Storage {
  return kind === "SQLite" ? sqliteStorage({ filename: address }) : postgresStorage({ connectionString: address });
}

const creators: Record<StorageName, () => Promise<DatabaseAddress & { remove(): Promise<void> }>> = {
  SQLite: async () => {
    const folder = mkdtempSync(join(tmpdir(), "payment-sessions-test-"));
    return {
      kind: "SQLite",
      address: join(folder, "payments.db"),
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
  PostgreSQL: async () => {
    const { connectionString, drop } = await createMigratedDatabase();
    return { kind: "PostgreSQL", address: connectionString, remove: drop };
  },
};

/** A database that outlives the storages opened on it. */
export async function createDatabase(kind: StorageName = storageName): Promise<TestDatabaseOfStorage> {
  const created = await creators[kind]();
  return { ...created, storage: () => storageAt(created) };
}

const server = storageName === "PostgreSQL" ? await findServer() : "";

/** Empty, for one test: its database is made when it is opened and gone when it is closed. */
export function freshStorage(kind: StorageName = storageName): Storage {
  if (kind === "SQLite") return sqliteStorage({ filename: ":memory:" });
  const name = newName();
  const storage = postgresStorage({ connectionString: named(server, name) });
  let creating: ReturnType<typeof createMigratedDatabase> | undefined;
  return {
    ...storage,
    async open() {
      creating ??= createMigratedDatabase(name);
      await creating;
      await storage.open();
    },
    async close() {
      await storage.close();
      await (await creating)?.drop();
      creating = undefined;
    },
  };
}
