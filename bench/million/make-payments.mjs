// Fills a migrated SQLite file with payments and everything that belongs to them, directly into the tables: a
// million payments with five million sessions and sends take a few minutes. Indexes are rebuilt at the end.
import { rowsOfPayment, sizeOf } from "./payment-rows.mjs";
import { createPaymentWriter, writeStores } from "./payment-writer.mjs";

const paymentsInTransaction = 20_000;

/**
 * Existing stores are left unchanged.
 * @param {import("better-sqlite3").Database} database Migrated, without payments, and without other users.
 */
export function makePayments(database, options, onProgress = () => {}) {
  const size = sizeOf(options);
  database.pragma("synchronous = OFF");
  database.pragma("foreign_keys = OFF");
  database.pragma("cache_size = -262144");
  const restoreIndexes = dropIndexes(database);
  database.exec("CREATE TEMP TABLE made_terms (term TEXT, payment_id TEXT, is_personal INTEGER)");
  const insert = (table, columns, conflict) => inserter(database, table, columns, conflict);
  database.transaction(() => writeStores((table, columns) => insert(table, columns, "OR IGNORE"), size))();
  const insertPayment = createPaymentWriter(insert);
  const insertMany = database.transaction((from, until) => {
    for (let number = from; number < until; number += 1) insertPayment(rowsOfPayment(number, size), number);
  });
  for (let from = 0; from < size.payments; from += paymentsInTransaction) {
    insertMany(from, Math.min(from + paymentsInTransaction, size.payments));
    onProgress(Math.min(from + paymentsInTransaction, size.payments), size.payments);
  }
  // In the order of the table's key, so that each page is written once.
  database.exec(`INSERT INTO payment_search_terms (term, payment_id, is_personal)
    SELECT term, payment_id, min(is_personal) FROM made_terms GROUP BY term, payment_id ORDER BY term, payment_id;
    DROP TABLE made_terms;`);
  restoreIndexes();
  database.exec("ANALYZE");
}

function dropIndexes(database) {
  const indexes = database
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    .all();
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`);
  return () => {
    for (const { sql } of indexes) database.exec(sql);
  };
}

/** Values in the order of the columns. */
function inserter(database, table, columns, conflict = "") {
  const statement = database.prepare(
    `INSERT ${conflict} INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  return (...values) => statement.run(values);
}
