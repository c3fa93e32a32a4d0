// Brings the schema up to date: forward-only, all instances one after the other under an advisory lock, each migration remembered with
// its checksum.
import { createHash } from "node:crypto";
import { refuseUnfinishedCopy } from "../copy/unfinished-copy.js";
import type { PostgresClient, PostgresPool } from "./driver.js";
import { initialSchema } from "./migrations/001-initial.js";
import { listsSchema } from "./migrations/012-lists.js";
import { archiveSchema } from "./migrations/013-archive.js";
import { retentionSchema } from "./migrations/014-retention.js";
import { accountsSchema } from "./migrations/017-accounts.js";
import { tracesAndAuditSchema } from "./migrations/018-traces-and-audit.js";
import { endpointTurns } from "./migrations/020-endpoint-turns.js";
import { quoteName } from "./postgres-database.js";

const migrations: readonly { name: string; sql: string }[] = [
  { name: "001-initial", sql: initialSchema },
  { name: "012-lists", sql: listsSchema },
  { name: "013-archive", sql: archiveSchema },
  { name: "014-retention", sql: retentionSchema },
  { name: "017-accounts", sql: accountsSchema },
  { name: "018-traces-and-audit", sql: tracesAndAuditSchema },
  { name: "020-endpoint-turns", sql: endpointTurns },
];

/** Which advisory lock: any fixed number, with the schema's digest as the second half. */
const lockClass = 7_436_529;

/**
 * Applies what is missing, in one transaction.
 * @throws Error when the database was made by a newer version, a migration was changed after it ran, or the encoding is not UTF-8.
 */
export async function migrate(pool: PostgresPool, schema: string, now: number): Promise<void> {
  await inTransaction(pool, async (client) => {
    await requireUtf8(client);
    // Waited for without a time-out of ours: the instance that holds it is migrating.
    await client.query({ text: "SELECT pg_advisory_xact_lock($1, hashtext($2))", values: [lockClass, schema] });
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoteName(schema)}`);
    await client.query(`SET LOCAL search_path TO ${quoteName(schema)}, pg_catalog`);
    await client.query(
      "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at bigint NOT NULL)",
    );
    const applied = await readApplied(client);
    refuseUnfinishedCopy(applied);
    refuseUnknown(applied);
    for (const { name, sql } of migrations) {
      const checksum = createHash("sha256").update(sql).digest("hex");
      const before = applied.get(name);
      if (before === checksum) continue;
      if (before !== undefined) throw new Error(`Migration ${name} was changed after it ran on this database.`);
      await client.query(sql);
      await client.query({
        text: "INSERT INTO migrations (name, checksum, applied_at) VALUES ($1, $2, $3)",
        values: [name, checksum, now],
      });
    }
  });
}

/** Every known migration with whether this database has it. */
export function listMigrations(applied: ReadonlySet<string>): { name: string; isApplied: boolean }[] {
  return migrations.map(({ name }) => ({ name, isApplied: applied.has(name) }));
}

async function inTransaction(pool: PostgresPool, work: (client: PostgresClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query("BEGIN");
    await work(client);
    await client.query("COMMIT");
    isBroken = false;
  } finally {
    // Closing the connection rolls back.
    client.release(isBroken);
  }
}

async function requireUtf8(client: PostgresClient): Promise<void> {
  // Sound: the setting has one text column of this name.
  const [row] = (await client.query("SHOW server_encoding")).rows as { server_encoding: string }[];
  if (row?.server_encoding !== "UTF8") {
    throw new Error(`The database has the encoding ${row?.server_encoding}: create one with ENCODING 'UTF8'.`);
  }
}

async function readApplied(client: PostgresClient): Promise<Map<string, string>> {
  // Sound: the two named text columns are selected.
  const { rows } = await client.query("SELECT name, checksum FROM migrations");
  return new Map((rows as { name: string; checksum: string }[]).map(({ name, checksum }) => [name, checksum]));
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
