// Measures the cost of one payment's lifecycle: rows, bytes, write-ahead log (PostgreSQL), statements,
// webhooks and CPU time, on SQLite and on PostgreSQL. Writes lifecycle.json, from which model.mjs calculates. A lifecycle: created, opened, paid by
// transfer, settled, with a webhook for each change and three status reads.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPaymentService, postgresStorage, sqliteStorage } from "@payment-sessions/server-kit";
import Sqlite from "better-sqlite3";
import pg from "pg";
import { startPostgres } from "../measure/postgres-server.mjs";

const warmLifecycles = 500;
const countedLifecycles = 2000;
const ignore = () => {};

/** Counts each use of a prepared SQLite statement. */
const sqliteStatements = { count: 0 };
/** The connection of this script, whose statements are not counted. */
let sqliteReader;
const statementPrototype = Object.getPrototypeOf(new Sqlite(":memory:").prepare("SELECT 1"));
for (const name of ["run", "get", "all", "iterate"]) {
  const method = statementPrototype[name];
  statementPrototype[name] = function counted(...values) {
    if (this.database !== sqliteReader) sqliteStatements.count += 1;
    return method.apply(this, values);
  };
}

const waitingSql = (table) => `SELECT count(*) AS count FROM ${table} WHERE state IN ('pending', 'sending')`;
const folder = mkdtempSync(join(tmpdir(), "payment-sessions-lifecycle-"));
const lifecycle = { lifecycles: countedLifecycles };
try {
  lifecycle.sqlite = await measureSqlite(join(folder, "payments.db"));
  console.log("SQLite:", lifecycle.sqlite);
  const postgres = await startPostgres();
  if (postgres === undefined) throw new Error("PostgreSQL is not installed; lifecycle.json needs both databases.");
  try {
    lifecycle.postgres = await measurePostgres(postgres.connectionString);
    console.log("PostgreSQL:", lifecycle.postgres);
  } finally {
    await postgres.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
writeFileSync(new URL("./lifecycle.json", import.meta.url), `${JSON.stringify(lifecycle, undefined, 2)}\n`);

async function measureSqlite(filename) {
  // Opened only after the service has created the file.
  const reader = () => (sqliteReader ??= new Sqlite(filename));
  const read = () => {
    reader().pragma("wal_checkpoint(TRUNCATE)");
    const names = reader().prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT NULL").all();
    const rows = Object.fromEntries(
      names.map(({ name }) => [name, reader().prepare(`SELECT count(*) AS count FROM "${name}"`).get().count]),
    );
    const bytes = reader().pragma("page_count", { simple: true }) * reader().pragma("page_size", { simple: true });
    return { rows, bytes };
  };
  try {
    return await measure(sqliteStorage({ filename }), {
      read,
      countWaiting: () => reader().prepare(waitingSql("deliveries")).get().count,
      statementCount: () => sqliteStatements.count,
    });
  } finally {
    sqliteReader?.close();
  }
}

async function measurePostgres(connectionString) {
  const pool = new pg.Pool({ connectionString, max: 10 });
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  const reader = new pg.Client({ connectionString });
  await reader.connect();
  let statements = 0;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(...values) {
    if (this !== reader) statements += 1;
    return query.apply(this, values);
  };
  const read = async () => {
    const { rows: tables } = await reader.query(
      "SELECT relname AS name, pg_total_relation_size(relid)::bigint AS bytes FROM pg_stat_user_tables WHERE schemaname = 'payment_sessions'",
    );
    const rows = {};
    for (const { name } of tables) {
      const { rows: counted } = await reader.query(`SELECT count(*)::int AS count FROM payment_sessions."${name}"`);
      rows[name] = counted[0].count;
    }
    const { rows: log } = await reader.query("SELECT pg_current_wal_lsn() - '0/0' AS bytes");
    return { rows, bytes: tables.reduce((sum, { bytes }) => sum + Number(bytes), 0), logBytes: Number(log[0].bytes) };
  };
  try {
    return await measure(postgresStorage({ pool }), {
      read,
      countWaiting: async () => Number((await reader.query(waitingSql("payment_sessions.deliveries"))).rows[0].count),
      statementCount: () => statements,
    });
  } finally {
    pg.Client.prototype.query = query;
    await reader.end();
    await pool.end();
  }
}

async function measure(storage, database) {
  const deployment = await startDeployment(storage);
  const runLifecycles = async (first, count) => {
    await runPayments({ ...deployment.addresses, first, count });
    await untilDelivered(database.countWaiting);
  };
  const readCounters = () => ({
    statements: database.statementCount(),
    webhooks: deployment.webhookCount(),
    cpu: process.cpuUsage(),
  });
  try {
    await runLifecycles(0, warmLifecycles);
    // The reads of the tables are not counted.
    const before = { ...(await database.read()), ...readCounters() };
    await runLifecycles(warmLifecycles, countedLifecycles);
    const after = { ...readCounters(), ...(await database.read()) };
    return perLifecycle(before, after);
  } finally {
    await deployment.stop();
  }
}

function perLifecycle(before, after) {
  const each = (figure) => Math.round((figure / countedLifecycles) * 10) / 10;
  const wholeEach = (name) => Math.round((after[name] - before[name]) / countedLifecycles);
  const rows = Object.entries(after.rows).map(([name, count]) => [name, each(count - (before.rows[name] ?? 0))]);
  return {
    rows: Object.fromEntries(rows.filter(([, count]) => count > 0)),
    bytes: wholeEach("bytes"),
    ...(after.logBytes && { logBytes: wholeEach("logBytes") }),
    statements: each(after.statements - before.statements),
    webhooks: each(after.webhooks - before.webhooks),
    cpuMicroseconds: Math.round(
      (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / countedLifecycles,
    ),
  };
}

/** The service, one store with its key, the receiver of the store's webhooks, and a bank that reports transfers. */
async function startDeployment(storage) {
  const receiver = await startReceiver();
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1",
    storage,
    rateLimits: false,
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  const server = await service.listen(0);
  await service.start();
  const { merchantId } = await service.stores.create({
    name: "Store",
    kyc: "approved",
    verification: "approved",
    bankAccount: { bankName: "Bank", accountHolder: "Store", iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
    paymentMethods: { bank_transfer: "live" },
    webhookUrl: `${receiver.address}/`,
  });
  const { secret } = await service.apiKeys.issue({ merchantId, environment: "live" });
  const bank = await startBank(service);
  return {
    addresses: { base: addressOf(server), bank: addressOf(bank), merchantId, secret },
    webhookCount: receiver.count,
    async stop() {
      await service.stop();
      receiver.close();
      bank.close();
    },
  };
}

async function startReceiver() {
  let webhooks = 0;
  const server = createServer((request, response) => {
    webhooks += 1;
    request.resume().on("end", () => response.end());
  });
  await listenOnFreePort(server);
  return { address: addressOf(server), count: () => webhooks, close: () => server.close() };
}

/** Reports the transfer of the payment that a request names. */
async function startBank(service) {
  const server = createServer((request, response) => {
    const paymentId = request.url.slice(1);
    const money = { amountCents: 1999, currency: "EUR", reference: paymentId, reason: "statement", actor: "operator" };
    service.payments.receive(paymentId, money).then(
      ({ state }) => response.end(state),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await listenOnFreePort(server);
  return server;
}

/** In a separate process: the calls of stores and buyers are not the service's CPU time. */
async function runPayments(job) {
  const client = fork(new URL("./live-payments.mjs", import.meta.url), [JSON.stringify(job)]);
  const [code] = await once(client, "exit");
  if (code !== 0) throw new Error("The process of the store and its buyers failed.");
}

/** Waits until no delivery is pending. */
async function untilDelivered(countWaiting) {
  for (let check = 0; check < 600; check += 1) {
    if ((await countWaiting()) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("Deliveries are still pending after a minute.");
}

async function listenOnFreePort(server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}

function addressOf(server) {
  return `http://127.0.0.1:${server.address().port}`;
}
