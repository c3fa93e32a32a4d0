// Measures the cost of one payment's life: rows, bytes, statements, transactions and CPU time, on SQLite and
// on PostgreSQL. Writes life.json, from which model.mjs calculates. A life: created, opened, paid by
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

const warmLives = 500;
const countedLives = 2000;
const silent = () => {};

/** Counts each use of a prepared SQLite statement. */
const sqliteStatements = { count: 0 };
const statementPrototype = Object.getPrototypeOf(new Sqlite(":memory:").prepare("SELECT 1"));
for (const name of ["run", "get", "all", "iterate"]) {
  const method = statementPrototype[name];
  statementPrototype[name] = function counted(...values) {
    sqliteStatements.count += 1;
    return method.apply(this, values);
  };
}

const waitingSql = (table) => `SELECT count(*) AS count FROM ${table} WHERE state IN ('pending', 'sending')`;
const folder = mkdtempSync(join(tmpdir(), "payment-sessions-life-"));
const life = { lives: countedLives };
try {
  life.sqlite = await measureSqlite(join(folder, "payments.db"));
  console.log("SQLite:", life.sqlite);
  const postgres = await startPostgres();
  try {
    life.postgres = await measurePostgres(postgres.connectionString);
    console.log("PostgreSQL:", life.postgres);
  } finally {
    await postgres.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
writeFileSync(new URL("./life.json", import.meta.url), `${JSON.stringify(life, undefined, 2)}\n`);

async function measureSqlite(filename) {
  // Opened only after the service has created the file.
  let opened;
  const look = () => (opened ??= new Sqlite(filename));
  const read = () => {
    look().pragma("wal_checkpoint(TRUNCATE)");
    const names = look().prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT NULL").all();
    const rows = Object.fromEntries(
      names.map(({ name }) => [name, look().prepare(`SELECT count(*) AS count FROM "${name}"`).get().count]),
    );
    const bytes = look().pragma("page_count", { simple: true }) * look().pragma("page_size", { simple: true });
    return { rows, bytes };
  };
  try {
    return await measure(sqliteStorage({ filename }), {
      read,
      countWaiting: () => look().prepare(waitingSql("deliveries")).get().count,
      statementCount: () => sqliteStatements.count,
    });
  } finally {
    opened?.close();
  }
}

async function measurePostgres(connectionString) {
  const pool = new pg.Pool({ connectionString, max: 10 });
  pool.on("error", silent);
  const look = new pg.Client({ connectionString });
  await look.connect();
  let statements = 0;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(...values) {
    if (this !== look) statements += 1;
    return query.apply(this, values);
  };
  const read = async () => {
    const { rows: tables } = await look.query(
      "SELECT relname AS name, pg_total_relation_size(relid)::bigint AS bytes FROM pg_stat_user_tables WHERE schemaname = 'payment_sessions'",
    );
    const rows = {};
    for (const { name } of tables) {
      const { rows: counted } = await look.query(`SELECT count(*)::int AS count FROM payment_sessions."${name}"`);
      rows[name] = counted[0].count;
    }
    const { rows: log } = await look.query("SELECT pg_current_wal_lsn() - '0/0' AS bytes");
    return { rows, bytes: tables.reduce((sum, { bytes }) => sum + Number(bytes), 0), logBytes: Number(log[0].bytes) };
  };
  try {
    return await measure(postgresStorage({ pool }), {
      read,
      countWaiting: async () => Number((await look.query(waitingSql("payment_sessions.deliveries"))).rows[0].count),
      statementCount: () => statements,
    });
  } finally {
    pg.Client.prototype.query = query;
    await look.end();
    await pool.end();
  }
}

async function measure(storage, { read, countWaiting, statementCount }) {
  let webhooks = 0;
  const receiver = createServer((request, response) => {
    webhooks += 1;
    request.resume().on("end", () => response.end());
  });
  await listening(receiver);
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1",
    storage,
    rateLimits: false,
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    logger: { debug: silent, info: silent, warn: silent, error: silent },
  });
  const server = await service.listen(0);
  await service.start();
  const base = addressOf(server);
  const store = await service.stores.create({
    name: "Store",
    kyc: "approved",
    verification: "approved",
    bankAccount: { bankName: "Bank", accountHolder: "Store", iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
    paymentMethods: { bank_transfer: "live" },
    webhookUrl: `${addressOf(receiver)}/`,
  });
  const { secret } = await service.apiKeys.issue({ merchantId: store.merchantId, environment: "live" });
  const bank = createServer((request, response) => {
    const paymentId = request.url.slice(1);
    const money = { amountCents: 1999, currency: "EUR", reference: paymentId, reason: "statement", actor: "operator" };
    service.payments.receive(paymentId, money).then(
      ({ state }) => response.end(state),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await listening(bank);
  const job = { base, bank: addressOf(bank), merchantId: store.merchantId, secret };
  try {
    await liveMany({ ...job, first: 0, count: warmLives });
    await settled(countWaiting);
    const before = { ...(await read()), statements: statementCount(), webhooks, cpu: process.cpuUsage() };
    await liveMany({ ...job, first: warmLives, count: countedLives });
    await settled(countWaiting);
    const cpu = process.cpuUsage(before.cpu);
    const statements = statementCount() - before.statements;
    const after = await read();
    const each = (figure) => Math.round((figure / countedLives) * 10) / 10;
    return {
      rows: Object.fromEntries(
        Object.entries(after.rows)
          .map(([name, count]) => [name, each(count - (before.rows[name] ?? 0))])
          .filter(([, count]) => count > 0),
      ),
      bytes: Math.round((after.bytes - before.bytes) / countedLives),
      ...(after.logBytes && { logBytes: Math.round((after.logBytes - before.logBytes) / countedLives) }),
      statements: each(statements),
      webhooks: each(webhooks - before.webhooks),
      cpuMicroseconds: Math.round((cpu.user + cpu.system) / countedLives),
    };
  } finally {
    await service.stop();
    receiver.close();
    bank.close();
  }
}

/** In a separate process: the calls of stores and buyers are not the service's CPU time. */
async function liveMany(job) {
  const client = fork(new URL("./live-payments.mjs", import.meta.url), [JSON.stringify(job)]);
  const [code] = await once(client, "exit");
  if (code !== 0) throw new Error("The client of shops and buyers failed.");
}

/** Waits until no delivery is pending. */
async function settled(countWaiting) {
  for (let turn = 0; turn < 600; turn += 1) {
    if ((await countWaiting()) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("Deliveries still wait after a minute.");
}

async function listening(server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}

function addressOf(server) {
  return `http://127.0.0.1:${server.address().port}`;
}
