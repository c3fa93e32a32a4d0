// Brings the schema up to date: forward-only, under the write lock, each migration stored with its checksum.
import { createHash } from "node:crypto";
import type Sqlite from "better-sqlite3";
import { type AppliedMigration, requireCompatibleSchema, type SchemaMigration } from "../schema-migration.js";
import { initialSchema } from "./migrations/001-initial.js";
import { attentionSchema } from "./migrations/002-attention.js";
import { arrivalsSchema } from "./migrations/003-arrivals.js";
import { pollingSchema } from "./migrations/004-polling.js";
import { statementsSchema } from "./migrations/005-statements.js";
import { orderLookUpsSchema } from "./migrations/006-order-look-ups.js";
import { paymentSearchSchema } from "./migrations/007-payment-search.js";
import { listsSchema } from "./migrations/012-lists.js";
import { archiveSchema } from "./migrations/013-archive.js";
import { personalEntriesSchema } from "./migrations/014-personal-entries.js";
import { retentionSchema } from "./migrations/014-retention.js";
import { storeKeysSchema } from "./migrations/015-store-keys.js";
import { accountsSchema } from "./migrations/017-accounts.js";
import { tracesAndAuditSchema } from "./migrations/018-traces-and-audit.js";
import { listenersSchema } from "./migrations/019-listeners.js";
import { checkoutFactsSchema } from "./migrations/022-checkout-facts.js";
import { panelDeliveriesSchema } from "./migrations/023-panel-deliveries.js";
import { panelMoneySchema } from "./migrations/023-panel-money.js";
import { storeLogosSchema } from "./migrations/024-store-logos.js";
import { waitingMovesSchema } from "./migrations/025-waiting-moves.js";
import { fewerOrderIndexesSchema } from "./migrations/026-fewer-order-indexes.js";
import { traceStateSchema } from "./migrations/028-trace-state.js";
import { plainConditionsSchema } from "./migrations/030-plain-conditions.js";
import { amountOrderSchema } from "./migrations/032-amount-order.js";
import { responseHeadersSchema } from "./migrations/032-response-headers.js";
import { accountKeysSchema } from "./migrations/035-account-keys.js";
import { receiptsSchema } from "./migrations/036-receipts.js";
import { stateMoneySchema } from "./migrations/038-state-money.js";
import { openClaimsSchema } from "./migrations/039-open-claims.js";
import { arrivalReferencesSchema } from "./migrations/040-arrival-references.js";
import { boundedLookUpsSchema } from "./migrations/041-bounded-look-ups.js";
import { uncountedReversalsSchema } from "./migrations/043-uncounted-reversals.js";
import { entryReasonsSchema } from "./migrations/044-entry-reasons.js";
import { searchTermsText } from "./payment-search-terms.js";

export const migrations: readonly SchemaMigration[] = [
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
  { name: "014-personal-entries", sql: personalEntriesSchema, olderVersionsSince: "014-retention" },
  { name: "015-store-keys", sql: storeKeysSchema, olderVersionsSince: "014-retention" },
  { name: "017-accounts", sql: accountsSchema },
  { name: "018-traces-and-audit", sql: tracesAndAuditSchema },
  { name: "019-listeners", sql: listenersSchema },
  { name: "022-checkout-facts", sql: checkoutFactsSchema },
  { name: "023-panel-money", sql: panelMoneySchema, olderVersionsSince: "022-checkout-facts" },
  { name: "023-panel-deliveries", sql: panelDeliveriesSchema, olderVersionsSince: "022-checkout-facts" },
  { name: "024-store-logos", sql: storeLogosSchema, olderVersionsSince: "022-checkout-facts" },
  { name: "025-waiting-moves", sql: waitingMovesSchema, olderVersionsSince: "022-checkout-facts" },
  // Statements of the previous version name the dropped index, so that version must not continue.
  { name: "026-fewer-order-indexes", sql: fewerOrderIndexesSchema },
  { name: "028-trace-state", sql: traceStateSchema, olderVersionsSince: "022-checkout-facts" },
  // Statements of the previous version name indexes by conditions that have changed, so that version must not continue.
  { name: "030-plain-conditions", sql: plainConditionsSchema },
  { name: "032-amount-order", sql: amountOrderSchema, olderVersionsSince: "030-plain-conditions" },
  { name: "032-response-headers", sql: responseHeadersSchema, olderVersionsSince: "030-plain-conditions" },
  { name: "035-account-keys", sql: accountKeysSchema, olderVersionsSince: "030-plain-conditions" },
  { name: "036-receipts", sql: receiptsSchema, olderVersionsSince: "030-plain-conditions" },
  { name: "038-state-money", sql: stateMoneySchema, olderVersionsSince: "030-plain-conditions" },
  { name: "039-open-claims", sql: openClaimsSchema, olderVersionsSince: "030-plain-conditions" },
  { name: "040-arrival-references", sql: arrivalReferencesSchema, olderVersionsSince: "030-plain-conditions" },
  { name: "041-bounded-look-ups", sql: boundedLookUpsSchema, olderVersionsSince: "030-plain-conditions" },
  { name: "043-uncounted-reversals", sql: uncountedReversalsSchema, olderVersionsSince: "030-plain-conditions" },
  { name: "044-entry-reasons", sql: entryReasonsSchema, olderVersionsSince: "030-plain-conditions" },
];

/**
 * Applies the missing migrations. Instances that start at the same time wait for each other on the write lock.
 * @throws Error when a newer version has migrated the database incompatibly, or a migration was changed after it ran.
 */
export function migrate(connection: Sqlite.Database, now: number, known = migrations): void {
  connection.function("search_terms_of", { deterministic: true }, searchTermsText);
  const apply = connection.transaction(() => {
    connection.exec(
      "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
    );
    if (!hasOlderVersionsColumn(connection))
      connection.exec("ALTER TABLE migrations ADD COLUMN older_versions_since TEXT");
    const applied = readApplied(connection);
    requireCompatibleSchema(applied, known);
    for (const { name, sql, olderVersionsSince = null } of known) {
      const checksum = checksumOf(sql);
      const before = applied.get(name)?.checksum;
      if (before === checksum) continue;
      if (before !== undefined) throw new Error(`Migration ${name} was changed after it ran on this database.`);
      connection.exec(sql);
      connection
        .prepare("INSERT INTO migrations (name, checksum, applied_at, older_versions_since) VALUES (?, ?, ?, ?)")
        .run(name, checksum, now, olderVersionsSince);
    }
  });
  apply.immediate();
}

/**
 * Every known migration, and whether it is applied to this database.
 * @throws Error when a newer version has migrated the database incompatibly in the meantime.
 */
export function listMigrations(connection: Sqlite.Database): { name: string; isApplied: boolean }[] {
  const applied = readApplied(connection);
  requireCompatibleSchema(applied, migrations);
  return migrations.map(({ name }) => ({ name, isApplied: applied.has(name) }));
}

function hasOlderVersionsColumn(connection: Sqlite.Database): boolean {
  // The pragma gives rows with this column.
  const columns = connection.pragma("table_info(migrations)") as { name: string }[];
  return columns.some(({ name }) => name === "older_versions_since");
}

function readApplied(connection: Sqlite.Database): Map<string, AppliedMigration> {
  const olderVersions = hasOlderVersionsColumn(connection) ? "older_versions_since" : "NULL";
  // The table has exactly these text columns.
  const rows = connection
    .prepare(`SELECT name, checksum, ${olderVersions} AS olderVersionsSince FROM migrations`)
    .all() as { name: string; checksum: string; olderVersionsSince: string | null }[];
  return new Map(
    rows.map(({ name, checksum, olderVersionsSince }) => [
      name,
      { checksum, olderVersionsSince: olderVersionsSince ?? undefined },
    ]),
  );
}

function checksumOf(sql: string): string {
  return createHash("sha256").update(sql).digest("hex");
}
