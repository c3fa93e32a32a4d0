// Opens the databases with the payments of `npm run bench:million`: SQLite files, or databases of a
// PostgreSQL server that is started for them. They are kept in the folder.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { postgresStorage, sqliteStorage } from "@payment-sessions/server-kit";
import Sqlite from "better-sqlite3";
import pg from "pg";
import { startPostgres } from "../measure/postgres-server.mjs";
import { makePayments } from "./make-payments.mjs";
import { makePostgresPayments } from "./make-payments-postgres.mjs";
import { store } from "./rows.mjs";

/**
 * @typedef {object} MadeDatabase
 * @property {boolean} isNew
 * @property {() => object} storage A new one for each call.
 * @property {(size: object, onProgress: (done: number, all: number) => void) => Promise<void>} fill The database is migrated, and nothing else has it open.
 * @property {() => Promise<{ payment: object, delivery: object }>} examples
 */

/** @returns {Promise<{ open(payments: number): Promise<MadeDatabase>, stop(): Promise<void> }>} */
export async function openDatabases(kind, folder) {
  mkdirSync(folder, { recursive: true });
  if (kind === "sqlite") return { open: async (payments) => openFile(join(folder, `${payments}.db`)), async stop() {} };
  if (kind !== "postgres") throw new Error(`--database must be sqlite or postgres; got "${kind}".`);
  const server = await startPostgres({ keptFolder: join(folder, "postgres") });
  if (server === undefined)
    throw new Error("No PostgreSQL is installed below /usr/lib/postgresql: install one, or use --database sqlite.");
  return {
    open: async (payments) => openSchema(await server.createDatabase(`payments_${payments}`)),
    stop: server.stop,
  };
}

const settledPayment =
  "SELECT * FROM payments WHERE merchant_id = ? AND state = 'settled' ORDER BY payment_id DESC LIMIT 1";
const deliveryOfPayment = "SELECT * FROM deliveries WHERE payment_id = ? LIMIT 1";

function openFile(filename) {
  return {
    isNew: !existsSync(filename),
    storage: () => sqliteStorage({ filename }),
    async fill(size, onProgress) {
      const database = new Sqlite(filename);
      makePayments(database, size, onProgress);
      database.close();
    },
    async examples() {
      const database = new Sqlite(filename, { readonly: true });
      const payment = database.prepare(settledPayment).get(store);
      const delivery = database.prepare(deliveryOfPayment).get(payment.payment_id);
      database.close();
      return { payment, delivery };
    },
  };
}

async function openSchema(connectionString) {
  const ask = async (text, values) => {
    const client = new pg.Client({ connectionString, options: "-c search_path=payment_sessions" });
    await client.connect();
    const { rows } = await client.query(text.replace("?", "$1"), values);
    await client.end();
    return rows[0];
  };
  const { count } = await ask("SELECT count(*) FROM pg_tables WHERE schemaname = 'payment_sessions'");
  return {
    isNew: Number(count) === 0,
    storage: () => postgresStorage({ connectionString }),
    fill: (size, onProgress) => makePostgresPayments(connectionString, size, onProgress),
    async examples() {
      const payment = await ask(settledPayment, [store]);
      return { payment, delivery: await ask(deliveryOfPayment, [payment.payment_id]) };
    },
  };
}
