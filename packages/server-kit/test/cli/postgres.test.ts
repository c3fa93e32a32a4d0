// The command line on PostgreSQL: every command that works on a database takes postgres://, and no password is ever printed.
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../postgres/server.js";
import { commandLineOn } from "./call-command-line.js";

const approved = ["--kyc", "approved", "--verification", "approved"];
const password = "hidden-word";

/** A fresh database, reached as a user with a password (which the tests' server does not ask for). */
async function freshServer(): Promise<string> {
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  const url = new URL(connectionString);
  if (url.password === "") url.password = password;
  return url.href;
}

test("stores, keys, users, statements, reseal and migrate work on postgres://", async () => {
  const { call, json } = commandLineOn(await freshServer(), { PAYMENT_SESSIONS_PASSWORD: "a long enough password" });
  expect((await json("migrate")).document).toMatchObject({ isUpToDate: true });
  await call("store", "create", "--name", "Tea", "--merchant-id", "tea", ...approved);
  expect((await json("store", "show", "tea")).document).toMatchObject({ name: "Tea", kyc: "approved" });
  const key = (await json("key", "create", "--merchant-id", "tea", "--environment", "test")).document;
  expect(key).toMatchObject({ secret: expect.stringMatching(/^ps_test_/) });
  expect(await call("user", "create", "--email", "a@b.example", "--role", "operator")).toMatchObject({ exitCode: 0 });
  expect(await call("user", "list")).toMatchObject({ exitCode: 0, out: expect.stringContaining("a@b.example") });
  expect(await call("statement", "list", "--merchant-id", "tea")).toMatchObject({ exitCode: 0 });
  expect(await call("webhook", "redeliver", "--state", "exhausted", "--dry-run")).toMatchObject({ exitCode: 0 });
  expect(await call("reseal")).toMatchObject({ exitCode: 0 });
});

test("serves on postgres:// until the signal, and is healthy", async () => {
  const { begin } = commandLineOn(await freshServer());
  const served = await begin("serve", "--port", "0", "--log-level", "error");
  const health = /Health: (\S+)/.exec(served.out)?.[1] ?? "";
  expect((await fetch(health)).status).toBe(200);
  expect(await served.stop()).toMatchObject({ exitCode: 0 });
});

test("uses the schema of --database-schema", async () => {
  const database = await freshServer();
  await commandLineOn(database).call("migrate", "--database-schema", "shop_payments");
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const { rows } = await client.query("SELECT to_regclass('shop_payments.payments')::text AS found");
  await client.end();
  expect(rows).toEqual([{ found: "shop_payments.payments" }]);
});

test("every command but migrate, serve and store create refuses a database without tables", async () => {
  const { call } = commandLineOn(await freshServer());
  const listed = await call("store", "list");
  expect(listed).toMatchObject({ exitCode: 2, error: expect.stringContaining("There is no database postgres://") });
  expect(listed.error).toContain('create this one with "payment-sessions migrate"');
  expect(listed.error).not.toContain(password);
});

test.each([
  ["a server that does not respond", "postgres://u:hidden-word@127.0.0.1:1/none", /cannot be used: .*ECONNREFUSED/],
  ["an address that cannot be read", "postgres://u:hidden-word@[127/none", /not a valid PostgreSQL address/],
  ["another kind of server", "mysql://u:hidden-word@db/none", /must be a file such as payments\.db/],
  ["a list of keys", "host=127.0.0.1 dbname=none password=hidden-word", /must not be a list of keys/],
])("the error names %s without its password", async (_, database, message) => {
  const { call } = commandLineOn(database);
  for (const argv of [["migrate"], ["store", "list"], ["serve", "--port", "0"], ["doctor"], ["migrate", "--json"]]) {
    const { exitCode, out, error } = await call(...argv);
    expect(exitCode).not.toBe(0);
    expect(out + error).toMatch(message);
    expect(out + error).not.toContain(password);
  }
});

test("the error names a database that the server does not have", async () => {
  const url = new URL(await freshServer());
  url.pathname = "/not_there";
  const { error } = await commandLineOn(url.href).call("migrate");
  expect(error).toMatch(
    /\/not_there cannot be used: database "not_there" does not exist; create it with "createdb .* not_there"/,
  );
  expect(error).not.toContain(password);
});
