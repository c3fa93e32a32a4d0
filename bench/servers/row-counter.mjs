// Counts the stored rows over a separate connection.
import Sqlite from "better-sqlite3";
import pg from "pg";

const payments = "SELECT count(*) AS count FROM payments";
const delivered = "SELECT count(*) AS count FROM deliveries WHERE state = 'delivered'";

export function openSqliteCounter(filename) {
  const reader = new Sqlite(filename, { readonly: true });
  return {
    payments: () => reader.prepare(payments).get().count,
    delivered: () => reader.prepare(delivered).get().count,
    close: () => reader.close(),
  };
}

export function openPostgresCounter(connectionString) {
  const pool = new pg.Pool({ connectionString, max: 1, options: "-c search_path=payment_sessions" });
  const count = async (sql) => Number((await pool.query(sql)).rows[0].count);
  return {
    payments: () => count(payments),
    delivered: () => count(delivered),
    close: () => pool.end(),
  };
}
