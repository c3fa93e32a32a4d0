// Tests statements that are sent to PostgreSQL before the previous one has its response, and what this must
// never cause: a write outside its transaction, or a success response for a commit with an unknown outcome.
import { expect, test } from "vitest";
import type { Database } from "../../src/storage/postgres/database.js";
import { insertTexts } from "../../src/storage/postgres/deferred-inserts.js";
import type { PostgresClient, PostgresPool, PostgresResult } from "../../src/storage/postgres/driver.js";
import { createPostgresDatabase } from "../../src/storage/postgres/postgres-database.js";
import { createTransaction } from "../../src/storage/postgres/transaction.js";
import { createUnitDatabase, sendInserts } from "../../src/storage/postgres/unit-database.js";

const nothing: PostgresResult = { rows: [], fields: [], rowCount: 0 };
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Statements get their responses from the test, in the order in which they were sent. */
function createClient({ pipeline }: { pipeline: boolean }) {
  const sent: string[] = [];
  const open: { resolve(result: PostgresResult): void; reject(error: Error): void }[] = [];
  const client: PostgresClient = {
    pipeline,
    query(query) {
      const text = typeof query === "string" ? query : query.text;
      sent.push(text.split(/[ ;]/)[0] ?? "");
      return new Promise((resolve, reject) => open.push({ resolve, reject }));
    },
    release() {},
    on() {},
  };
  return {
    client,
    sent,
    async respond(error?: Error) {
      const next = open.shift();
      if (error === undefined) next?.resolve(nothing);
      else next?.reject(error);
      await settled();
    },
  };
}

/** One unit in a transaction; `commit` sends its deferred inserts together with COMMIT. */
function begin({ client }: ReturnType<typeof createClient>) {
  const transaction = createTransaction(client, { isUsed: true }, client.query("BEGIN"));
  const unit = createUnitDatabase(() => "1");
  unit.begin(transaction, true);
  return {
    database: unit.database,
    commit() {
      const deferred = unit.end();
      if (deferred.length > 0) void sendInserts(transaction, deferred).catch(() => undefined);
      return transaction.commit();
    },
    end: () => transaction.end(),
  };
}

const things = insertTexts("things", [{ name: "name", type: "text" }]);
const insert = things.one;
const coded = (code: string) => Object.assign(new Error(code), { code });

test("a read is sent with BEGIN, deferred inserts with COMMIT: two round trips for a unit that reads and then writes", async () => {
  const server = createClient({ pipeline: true });
  const unit = begin(server);
  const read = unit.database.first("SELECT 1");
  await settled();
  expect(server.sent).toEqual(["BEGIN", "SELECT"]);
  await server.respond();
  await server.respond();
  await read;
  await unit.database.insertLater(things, [["a"]]);
  const committed = unit.commit();
  await settled();
  expect(server.sent.slice(2)).toEqual(["INSERT", "COMMIT"]);
  await server.respond();
  await server.respond();
  expect(await committed).toEqual({ statementError: undefined, commitError: undefined });
});

test.each(["runNumbered", "first"] as const)(
  "a write by %s is not sent before the response to BEGIN, and never when BEGIN fails",
  async (way) => {
    const server = createClient({ pipeline: true });
    const unit = begin(server);
    const sql = way === "first" ? `WITH made AS (${insert} RETURNING name) SELECT name FROM made` : insert;
    const write = way === "first" ? unit.database.first(sql) : unit.database.runNumbered(sql, ["a"]);
    const outcome = write.then(
      () => "written",
      (error: Error) => error.message,
    );
    await settled();
    expect(server.sent).toEqual(["BEGIN"]);
    await server.respond(coded("57P01"));
    expect(await outcome).toBe("57P01");
    expect(await unit.end()).toMatchObject({ code: "57P01" });
    expect(server.sent).toEqual(["BEGIN"]);
  },
);

test("COMMIT is not sent for a unit one of whose statements has failed, also when the unit caught the error", async () => {
  const server = createClient({ pipeline: true });
  const unit = begin(server);
  await server.respond();
  const failed = unit.database.runNumbered(insert, ["a"]).catch(() => undefined);
  await settled();
  await server.respond(coded("23505"));
  await failed;
  expect(await unit.commit()).toMatchObject({ statementError: { code: "23505" }, commitError: undefined });
  expect(server.sent).toEqual(["BEGIN", "INSERT"]);
});

test("a connection without pipelining gets one statement at a time", async () => {
  const server = createClient({ pipeline: false });
  const unit = begin(server);
  const read = unit.database.first("SELECT 1");
  await unit.database.insertLater(things, [["a"]]);
  const committed = read.then(() => unit.commit());
  for (const all of [["BEGIN"], ["BEGIN", "SELECT"], ["BEGIN", "SELECT", "INSERT"]]) {
    await settled();
    expect(server.sent).toEqual(all);
    await server.respond();
  }
  expect(server.sent.at(-1)).toBe("COMMIT");
  await server.respond();
  expect(await committed).toEqual({ statementError: undefined, commitError: undefined });
});

/** The connection breaks while an insert and the COMMIT behind it are in flight, or only the insert fails. */
function poolThatFails(insertError: Error, commitError: Error | undefined) {
  let runs = 0;
  const client: PostgresClient = {
    pipeline: true,
    async query(query) {
      const text = typeof query === "string" ? query : query.text;
      if (text.startsWith("BEGIN")) runs += 1;
      if (runs > 1) return nothing;
      if (text.startsWith("INSERT")) throw insertError;
      if (text === "COMMIT" && commitError !== undefined) throw commitError;
      return nothing;
    },
    release() {},
    on() {},
  };
  const pool: PostgresPool = { connect: async () => client, end: async () => undefined };
  return { database: createPostgresDatabase(pool, "any"), runs: () => runs };
}

const unit = async (database: Database) => {
  await settled();
  await database.insertLater(things, [["a"]]);
  return "done";
};

test("a connection that breaks during COMMIT: the unit neither succeeds nor runs again", async () => {
  const lost = coded("ECONNRESET");
  const { database, runs } = poolThatFails(lost, lost);
  await expect(database.write(unit)).rejects.toMatchObject({ code: "UNHEALTHY" });
  expect(runs()).toBe(1);
});

test("an insert that fails before the COMMIT that was sent with it is rolled back: the unit runs again", async () => {
  const { database, runs } = poolThatFails(coded("40001"), undefined);
  expect(await database.write(unit)).toBe("done");
  expect(runs()).toBe(2);
});
