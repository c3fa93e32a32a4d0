// Fills a migrated PostgreSQL schema with the same payments as SQLite, by COPY from files that the server
// reads: a million payments with five million sessions and sends take a few minutes. Indexes are rebuilt at
// the end.
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { rowsOfPayment, sizeOf } from "./payment-rows.mjs";
import { createPaymentWriter, writeStores } from "./payment-writer.mjs";

const paymentsInTransaction = 20_000;

/**
 * Existing stores are left unchanged.
 * @param {string} connectionString A superuser's, of a server on this machine without other users; migrated, without payments.
 */
export async function makePostgresPayments(connectionString, options, onProgress = () => {}) {
  const size = sizeOf(options);
  const client = new pg.Client({ connectionString, options: "-c search_path=payment_sessions" });
  await client.connect();
  // Without triggers and foreign key checks, since the rows are known to be valid.
  await client.query("SET session_replication_role = replica; SET maintenance_work_mem = '512MB'");
  await client.query("SET synchronous_commit = off; SET work_mem = '256MB'");
  const restoreIndexes = await dropIndexes(client);
  await client.query(
    'CREATE TEMP TABLE made_terms (term text COLLATE "C", payment_id text COLLATE "C", is_personal int)',
  );
  const files = createFiles();
  await makeStores(client, files, size);
  const writePayment = createPaymentWriter(files.inserter);
  for (let from = 0; from < size.payments; from += paymentsInTransaction) {
    const until = Math.min(from + paymentsInTransaction, size.payments);
    for (let number = from; number < until; number += 1) writePayment(rowsOfPayment(number, size), number);
    await files.load(client);
    onProgress(until, size.payments);
  }
  files.remove();
  await client.query(`INSERT INTO payment_search_terms (term, payment_id, is_personal)
    SELECT term, payment_id, min(is_personal) = 1 FROM made_terms GROUP BY term, payment_id ORDER BY term, payment_id`);
  await client.query(attentionSql);
  await restoreIndexes();
  await client.query("VACUUM (ANALYZE)");
  await client.end();
}

/** The counts that the disabled triggers would have written. */
const attentionSql = `INSERT INTO payment_attention (payment_id, merchant_id, environment, open_alerts, failed_webhooks)
  SELECT payment_id, merchant_id, environment, sum(alerts), sum(webhooks) FROM (
    SELECT payment_id, 1 AS alerts, 0 AS webhooks FROM payment_alerts WHERE resolved_at IS NULL
    UNION ALL SELECT payment_id, 0, 1 FROM deliveries WHERE state IN ('exhausted', 'dead', 'parked')
  ) AS found JOIN payments USING (payment_id) GROUP BY payment_id, merchant_id, environment`;

async function dropIndexes(client) {
  const { rows } = await client.query(`SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'payment_sessions'
    AND indexname NOT IN (SELECT conname FROM pg_constraint)`);
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`);
  return async () => {
    for (const { indexdef } of rows) await client.query(indexdef);
  };
}

async function makeStores(client, files, size) {
  await client.query("CREATE TEMP TABLE made_stores (LIKE stores INCLUDING DEFAULTS)");
  writeStores((_, columns) => files.inserter("made_stores", columns), size);
  await files.load(client);
  await client.query("INSERT INTO stores SELECT * FROM made_stores ON CONFLICT DO NOTHING");
}

/** One file for each table, in the text format of COPY. */
function createFiles() {
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-copy-"));
  chmodSync(folder, 0o755);
  const tables = new Map();
  return {
    inserter(table, columns) {
      const lines = [];
      tables.set(table, { columns, lines });
      return (...values) => {
        lines.push(values.map(copyText).join("\t"));
      };
    },
    async load(client) {
      for (const [table, { columns, lines }] of tables) {
        if (lines.length === 0) continue;
        const file = join(folder, table);
        appendFileSync(file, `${lines.join("\n")}\n`, { mode: 0o644 });
        lines.length = 0;
        await client.query(`COPY ${table} (${columns.join(", ")}) FROM '${file}'`);
        rmSync(file);
      }
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function copyText(value) {
  if (value === null || value === undefined) return "\\N";
  if (typeof value === "number") return String(value);
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString("hex")}`;
  return /[\\\t\n\r]/.test(value)
    ? value.replace(/[\\\t\n\r]/g, (character) => `\\${{ "\\": "\\", "\t": "t", "\n": "n", "\r": "r" }[character]}`)
    : value;
}
