// SQLite databases that are migrated already: running all migrations takes longer than most tests.
import { writeFileSync } from "node:fs";
import type { Storage } from "../src/storage/port.js";
import { migrate } from "../src/storage/sqlite/migrate.js";
import { openDatabaseInMemory } from "../src/storage/sqlite/sqlite-database.js";
import { storageOn } from "../src/storage/sqlite/sqlite-storage.js";

let template: Buffer | undefined;

/** As `sqliteStorage({ filename: ":memory:" })`. */
export function storageInMemory(): Storage {
  template ??= createTemplate();
  return storageOn(":memory:", () => openDatabaseInMemory(template));
}

/** Creates a database without any record. */
export function writeMigratedFile(filename: string): void {
  template ??= createTemplate();
  writeFileSync(filename, template, { mode: 0o600 });
}

function createTemplate(): Buffer {
  const { writer } = openDatabaseInMemory();
  migrate(writer, Date.now());
  const content = writer.serialize();
  writer.close();
  return content;
}
