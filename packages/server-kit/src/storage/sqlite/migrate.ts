// Brings the schema up to date: forward-only, under the write lock, each migration remembered with its checksum.
import { createHash } from "node:crypto";
import type Sqlite from "better-sqlite3";
import { refuseUnfinishedCopy } from "../copy/unfinished-copy.js";
import { initialSchema } from "./migrations/001-initial.js";
import { attentionSchema } from "./migrations/002-attention.js";
import { arrivalsSchema } from "./migrations/003-arrivals.js";
import { pollingSchema } from "./migrations/004-polling.js";
import { statementsSchema } from "./migrations/005-statements.js";
import { orderLookUpsSchema } from "./migrations/006-order-look-ups.js";
import { paymentSearchSchema } from "./migrations/007-payment-search.js";
import { listsSchema } from "./migrations/012-lists.js";
import { archiveSchema } from "./migrations/013-archive.js";
import { retentionSchema } from "./migrations/014-retention.js";
import { accountsSchema } from "./migrations/017-accounts.js";
import { tracesAndAuditSchema } from "./migrations/018-traces-and-audit.js";
import { searchTermsText } from "./payment-search.js";

const migrations: readonly { name: string; sql: string }[] = [
  { name: "001-initial", sql: initialSchema },
  { name: "002-attention", sql: attentionSchema },
  { name: "003-arrivals", sql: arrivalsSchema },
  { name: "004-polling", sql: pollingSchema },
  { name: "005-statements", sql: statementsSchema },
  { name: "006-order-look-ups", sql: orderLookUpsSchema },
  { name: "007-payment-search", sql: paymentSearchSchema },
  { name: "012-lists", sql: listsSchema },
  { name: "013-archive", sql: archiveSchema },
  { name: "014-retention", sql: retentionSchema },
  { name: "017-accounts", sql: accountsSchema },
  { name: "018-traces-and-audit", sql: tracesAndAuditSchema },
];

/**
 * Applies what is missing. Instances that start at once wait for each other on the write lock.
 * @throws Error when the database was made by a newer version or a migration was changed after it ran.
 */
export function migrate(connection: Sqlite.Database, now: number): void {
  connection.function("search_terms_of", { deterministic: true }, searchTermsText);
  const apply = connection.transaction(() => {
    connection.exec(
      "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
    );
    const applied = readApplied(connection);
    refuseUnfinishedCopy(applied);
    refuseUnknown(applied);
    for (const { name, sql } of migrations) {
      const checksum = checksumOf(sql);
      const before = applied.get(name);
      if (before === checksum) continue;
      if (before !== undefined) throw new Error(`Migration ${name} was changed after it ran on this database.`);
      connection.exec(sql);
      connection
        .prepare("INSERT INTO migrations (name, checksum, applied_at) VALUES (?, ?, ?)")
        .run(name, checksum, now);
    }
  });
  apply.immediate();
}

/** Every known migration with whether this database has it. */
export function listMigrations(connection: Sqlite.Database): { name: string; isApplied: boolean }[] {
  const applied = readApplied(connection);
  return migrations.map(({ name }) => ({ name, isApplied: applied.has(name) }));
}

function readApplied(connection: Sqlite.Database): Map<string, string> {
  // Sound: the table has exactly these text columns.
  const rows = connection.prepare("SELECT name, checksum FROM migrations").all() as {
    name: string;
    checksum: string;
  }[];
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function refuseUnknown(applied: Map<string, string>): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `This database was migrated by a newer version (${unknown.join(", ")}): run that version or restore a backup.`,
    );
  }
}

function checksumOf(sql: string): string {
  return createHash("sha256").update(sql).digest("hex");
}
