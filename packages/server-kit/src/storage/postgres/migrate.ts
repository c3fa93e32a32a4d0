// Brings the schema up to date: forward-only, one instance at a time, each migration in its own transaction and recorded with its checksum.
// Instances of the previous version continue meanwhile.
import { createHash } from "node:crypto";
import { type AppliedMigration, requireCompatibleSchema, type SchemaMigration } from "../schema-migration.js";
import { type PostgresClient, type PostgresPool, takeConnection, withoutResponseTimeout } from "./driver.js";
import { takeTurn, withShortLocks } from "./migration-turn.js";
import { initialSchema } from "./migrations/001-initial.js";
import { listsSchema } from "./migrations/012-lists.js";
import { archiveSchema } from "./migrations/013-archive.js";
import { personalEntriesSchema } from "./migrations/014-personal-entries.js";
import { retentionSchema } from "./migrations/014-retention.js";
import { storeKeysSchema } from "./migrations/015-store-keys.js";
import { accountsSchema } from "./migrations/017-accounts.js";
import { tracesAndAuditSchema } from "./migrations/018-traces-and-audit.js";
import { listenersSchema } from "./migrations/019-listeners.js";
import { endpointTurns } from "./migrations/020-endpoint-turns.js";
import { checkoutFactsSchema } from "./migrations/022-checkout-facts.js";
import { panelDeliveriesIndexes } from "./migrations/023-panel-deliveries.js";
import { panelMoneyIndexes, panelMoneySchema, settledAtSchema } from "./migrations/023-panel-money.js";
import { storeLogosSchema } from "./migrations/024-store-logos.js";
import { waitingMovesIndexes, waitingMovesSchema } from "./migrations/025-waiting-moves.js";
import { traceStateSchema } from "./migrations/028-trace-state.js";
import { amountOrderIndexes } from "./migrations/032-amount-order.js";
import { responseHeadersSchema } from "./migrations/032-response-headers.js";
import { orderFirstIndexes, orderFirstSchema } from "./migrations/033-order-first.js";
import { accountKeysSchema } from "./migrations/035-account-keys.js";
import { receiptsIndexes, receiptsSchema } from "./migrations/036-receipts.js";
import { deliveryRowsSchema } from "./migrations/037-delivery-rows.js";
import { paymentRowsSchema } from "./migrations/037-payment-rows.js";
import { stateMoneyIndexes, stateMoneySchema } from "./migrations/038-state-money.js";
import { openClaimsIndexes, openClaimsSchema } from "./migrations/039-open-claims.js";
import { arrivalReferencesSchema } from "./migrations/040-arrival-references.js";
import { boundedLookUpsIndexes, boundedLookUpsSchema } from "./migrations/041-bounded-look-ups.js";
import { uncountedReversalsIndexes } from "./migrations/043-uncounted-reversals.js";
import { entryReasonsIndexes } from "./migrations/044-entry-reasons.js";
import { quoteName } from "./quote-name.js";

/** The connection that migrates. */
type Session = Pick<PostgresClient, "query">;

export interface PostgresMigration extends SchemaMigration {
  /** Built concurrently before `sql`: a plain CREATE INDEX would block writes to a large table. */
  indexes?: readonly { name: string; unique?: boolean; on: string }[];
}

export const migrations: readonly PostgresMigration[] = [
  { name: "001-initial", sql: initialSchema },
  { name: "012-lists", sql: listsSchema },
  { name: "013-archive", sql: archiveSchema },
  { name: "014-retention", sql: retentionSchema },
  { name: "014-personal-entries", sql: personalEntriesSchema, olderVersionsSince: "014-retention" },
  { name: "015-store-keys", sql: storeKeysSchema, olderVersionsSince: "014-retention" },
  { name: "017-accounts", sql: accountsSchema },
  { name: "018-traces-and-audit", sql: tracesAndAuditSchema },
  { name: "019-listeners", sql: listenersSchema },
  { name: "020-endpoint-turns", sql: endpointTurns },
  { name: "022-checkout-facts", sql: checkoutFactsSchema },
  { name: "023-settled-at", sql: settledAtSchema, olderVersionsSince: "022-checkout-facts" },
  {
    name: "023-panel-money",
    sql: panelMoneySchema,
    indexes: panelMoneyIndexes,
    olderVersionsSince: "022-checkout-facts",
  },
  { name: "024-store-logos", sql: storeLogosSchema, olderVersionsSince: "022-checkout-facts" },
  {
    name: "023-panel-deliveries",
    sql: "SELECT 1",
    indexes: panelDeliveriesIndexes,
    olderVersionsSince: "022-checkout-facts",
  },
  {
    name: "025-waiting-moves",
    sql: waitingMovesSchema,
    indexes: waitingMovesIndexes,
    olderVersionsSince: "022-checkout-facts",
  },
  { name: "028-trace-state", sql: traceStateSchema, olderVersionsSince: "022-checkout-facts" },
  {
    name: "032-amount-order",
    sql: "SELECT 1",
    indexes: amountOrderIndexes,
    olderVersionsSince: "022-checkout-facts",
  },
  { name: "032-response-headers", sql: responseHeadersSchema, olderVersionsSince: "022-checkout-facts" },
  {
    name: "033-order-first",
    sql: orderFirstSchema,
    indexes: orderFirstIndexes,
    olderVersionsSince: "022-checkout-facts",
  },
  { name: "035-account-keys", sql: accountKeysSchema, olderVersionsSince: "022-checkout-facts" },
  {
    name: "036-receipts",
    sql: receiptsSchema,
    indexes: receiptsIndexes,
    olderVersionsSince: "022-checkout-facts",
  },
  { name: "037-payment-rows", sql: paymentRowsSchema, olderVersionsSince: "022-checkout-facts" },
  { name: "037-delivery-rows", sql: deliveryRowsSchema, olderVersionsSince: "022-checkout-facts" },
  {
    name: "038-state-money",
    sql: stateMoneySchema,
    indexes: stateMoneyIndexes,
    olderVersionsSince: "022-checkout-facts",
  },
  {
    name: "039-open-claims",
    sql: openClaimsSchema,
    indexes: openClaimsIndexes,
    olderVersionsSince: "022-checkout-facts",
  },
  { name: "040-arrival-references", sql: arrivalReferencesSchema, olderVersionsSince: "022-checkout-facts" },
  {
    name: "041-bounded-look-ups",
    sql: boundedLookUpsSchema,
    indexes: boundedLookUpsIndexes,
    olderVersionsSince: "022-checkout-facts",
  },
  {
    name: "043-uncounted-reversals",
    sql: "SELECT 1",
    indexes: uncountedReversalsIndexes,
    olderVersionsSince: "022-checkout-facts",
  },
  {
    name: "044-entry-reasons",
    sql: "SELECT 1",
    indexes: entryReasonsIndexes,
    olderVersionsSince: "022-checkout-facts",
  },
];

/**
 * Applies the missing migrations. The pool must connect to the server itself, not to a pooler in transaction mode;
 * the connection is closed.
 * @throws Error when a newer version has migrated the database incompatibly, a migration was changed after it ran, or
 * the encoding is not UTF-8.
 */
export async function migrate(
  pool: PostgresPool,
  schema: string,
  now: number,
  known: readonly PostgresMigration[] = migrations,
): Promise<void> {
  const connection = await takeConnection(pool);
  const client = withoutResponseTimeout(connection);
  try {
    // Those of the role or the database would cancel the build of an index of a large table, at every start.
    await client.query("SET statement_timeout = 0; SET lock_timeout = 0");
    await requireUtf8(client);
    if (await isUpToDate(client, schema, known)) return;
    await takeTurn(client, schema);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoteName(schema)}`);
    await client.query(`SET search_path TO ${quoteName(schema)}, pg_catalog`);
    await client.query(bookkeepingSql);
    const applied = await readApplied(client, schema);
    requireCompatibleSchema(applied, known);
    for (const migration of known) {
      const before = applied.get(migration.name)?.checksum;
      if (before === undefined) await apply(client, schema, migration, now);
      else requireUnchanged(migration, before);
    }
  } finally {
    // Also releases the lock of this instance's turn.
    connection.release(true);
  }
}

/** Every known migration, and whether it is applied to this database. */
export function listMigrations(applied: ReadonlySet<string>): { name: string; isApplied: boolean }[] {
  return migrations.map(({ name }) => ({ name, isApplied: applied.has(name) }));
}

const bookkeepingSql = `
CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at bigint NOT NULL);
ALTER TABLE migrations ADD COLUMN IF NOT EXISTS older_versions_since text`;

async function isUpToDate(client: Session, schema: string, known: readonly PostgresMigration[]): Promise<boolean> {
  const { rows } = await client.query({
    text: "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = 'older_versions_since'",
    values: [`${quoteName(schema)}.migrations`],
  });
  if (rows.length === 0) return false;
  const applied = await readApplied(client, schema);
  requireCompatibleSchema(applied, known);
  return known.every((migration) => applied.get(migration.name)?.checksum === checksumOf(migration));
}

async function apply(client: Session, schema: string, migration: PostgresMigration, now: number): Promise<void> {
  for (const index of migration.indexes ?? []) await buildIndex(client, schema, index);
  await withShortLocks(client, migration.name, async () => {
    await client.query(migration.sql);
    await client.query({
      text: "INSERT INTO migrations (name, checksum, applied_at, older_versions_since) VALUES ($1, $2, $3, $4)",
      values: [migration.name, checksumOf(migration), now, migration.olderVersionsSince ?? null],
    });
  });
}

/** An interrupted build leaves an invalid index, which is dropped and built again. */
async function buildIndex(
  client: Session,
  schema: string,
  { name, unique = false, on }: { name: string; unique?: boolean; on: string },
): Promise<void> {
  const { rows } = await client.query({
    text: "SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass($1)",
    values: [`${quoteName(schema)}.${quoteName(name)}`],
  });
  // This one boolean column is selected.
  const [found] = rows as { is_valid: boolean }[];
  if (found?.is_valid === true) return;
  if (found !== undefined) await client.query(`DROP INDEX CONCURRENTLY ${quoteName(name)}`);
  await client.query(`CREATE ${unique ? "UNIQUE " : ""}INDEX CONCURRENTLY ${quoteName(name)} ON ${on}`);
}

function requireUnchanged(migration: PostgresMigration, before: string): void {
  if (before !== checksumOf(migration)) {
    throw new Error(`Migration ${migration.name} was changed after it ran on this database.`);
  }
}

function checksumOf({ sql, indexes }: PostgresMigration): string {
  return createHash("sha256")
    .update(sql + (indexes === undefined ? "" : JSON.stringify(indexes)))
    .digest("hex");
}

async function requireUtf8(client: Session): Promise<void> {
  // SHOW returns one row with one text column of this name.
  const [row] = (await client.query("SHOW server_encoding")).rows as { server_encoding: string }[];
  if (row?.server_encoding !== "UTF8") {
    throw new Error(`The database has the encoding ${row?.server_encoding}: create one with ENCODING 'UTF8'.`);
  }
}

async function readApplied(client: Session, schema: string): Promise<Map<string, AppliedMigration>> {
  const { rows } = await client.query(
    `SELECT name, checksum, older_versions_since FROM ${quoteName(schema)}.migrations`,
  );
  return appliedOf(rows);
}

/** The rows of the migrations table, by name. */
export function appliedOf(rows: readonly unknown[]): Map<string, AppliedMigration> {
  // Callers select these three text columns; only the last one may be NULL.
  return new Map(
    (rows as { name: string; checksum: string; older_versions_since: string | null }[]).map(
      ({ name, checksum, older_versions_since }) => [
        name,
        { checksum, olderVersionsSince: older_versions_since ?? undefined },
      ],
    ),
  );
}
