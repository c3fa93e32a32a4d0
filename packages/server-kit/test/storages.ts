// The one place that gives a test its storage. A test that is written against `freshStorage` or `createDatabase` runs on each storage: as it
// stands on SQLite, and on PostgreSQL in the projects `postgres` and `postgres-long` of vitest.config.ts, which name the storage in
// TEST_STORAGE. A test for one storage alone says why in its title.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresStorage, type Storage } from "../src/index.js";
import { storageInMemory, writeMigratedFile } from "./migrated-sqlite.js";
import { copyDatabase, createMigratedDatabase, findServer, named, newName } from "./postgres/server.js";
import { type DatabaseAddress, type StorageName, storageAt } from "./storage-at.js";

export type { DatabaseAddress, StorageName } from "./storage-at.js";

export const storageName: StorageName = process.env.TEST_STORAGE === "PostgreSQL" ? "PostgreSQL" : "SQLite";

export interface TestDatabaseOfStorage extends DatabaseAddress {
  /** A storage on it; several may be open at once. */
  storage(): Storage;
  /** Another database with the same content; no storage may be open on this one meanwhile. */
  copy(): Promise<TestDatabaseOfStorage>;
  remove(): Promise<void>;
}

function newFile(): Created {
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-test-"));
  return {
    kind: "SQLite",
    address: join(folder, "payments.db"),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

const creators: Record<StorageName, () => Promise<Created>> = {
  SQLite: async () => {
    const file = newFile();
    writeMigratedFile(file.address);
    return file;
  },
  PostgreSQL: async () => {
    const { connectionString, drop } = await createMigratedDatabase();
    return { kind: "PostgreSQL", address: connectionString, remove: drop };
  },
};

const copiers: Record<StorageName, (address: string) => Promise<Created>> = {
  SQLite: async (address) => {
    const copy = newFile();
    copyFileSync(address, copy.address);
    return copy;
  },
  PostgreSQL: async (address) => {
    const { connectionString, drop } = await copyDatabase(address);
    return { kind: "PostgreSQL", address: connectionString, remove: drop };
  },
};

/** A database that outlives the storages opened on it. */
export async function createDatabase(kind: StorageName = storageName): Promise<TestDatabaseOfStorage> {
  const created = await creators[kind]();
  return toDatabase(created);
}

function toDatabase(created: Created): TestDatabaseOfStorage {
  return {
    ...created,
    storage: () => storageAt(created),
    copy: async () => toDatabase(await copiers[created.kind](created.address)),
  };
}

type Created = DatabaseAddress & { remove(): Promise<void> };

const server = storageName === "PostgreSQL" ? await findServer() : "";

/** Empty, for one test: its database is made when it is opened and gone when it is closed. */
export function freshStorage(kind: StorageName = storageName): Storage {
  if (kind === "SQLite") return storageInMemory();
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
