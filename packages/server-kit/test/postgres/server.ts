// Databases on a real PostgreSQL, one for each test that needs one: on the server of DATABASE_URL, or on the
// one that all test files of a run share (shared-server.ts), or on one of this process. Each is a copy of a
// migrated template; one that a test returned is emptied and used again, which takes a tenth of the time of a
// new one.
import { randomBytes } from "node:crypto";
import pg from "pg";
import { postgresStorage } from "../../src/index.js";
import { sharedServerVariable } from "./server-variable.js";
import { startPostgres } from "./start-postgres.js";

export { administer } from "./start-postgres.js";

export interface TestDatabase {
  connectionString: string;
  drop(): Promise<void>;
}

let server: Promise<string> | undefined;

/** A connection string to the server's own database. */
export function findServer(): Promise<string> {
  server ??= process.env.DATABASE_URL === undefined ? askForServer() : Promise.resolve(process.env.DATABASE_URL);
  return server;
}

/** A new database without any table. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const url = await findServer();
  const name = newName();
  await onServer((client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`));
  return { connectionString: named(url, name), drop: () => dropDatabase(name) };
}

/** A migrated database without any record. */
export async function createMigratedDatabase(name = newName()): Promise<TestDatabase> {
  const url = await findServer();
  const template = await findTemplate(url);
  await onServer(async (client) => {
    if (!(await takeUsed(client, template, name))) await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  return { connectionString: named(url, name), drop: () => giveBack(url, name, template) };
}

/** A copy of another database, which must have no connections. */
export async function copyDatabase(connectionString: string): Promise<TestDatabase> {
  const name = newName();
  const source = new URL(connectionString).pathname.slice(1);
  await onServer(async (client) => {
    await terminateConnections(client, source);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${source}`);
  });
  return { connectionString: named(await findServer(), name), drop: () => dropDatabase(name) };
}

export function newName(): string {
  return `test_${randomBytes(8).toString("hex")}`;
}

export function named(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function askForServer(): Promise<string> {
  const shared = process.env[sharedServerVariable];
  if (shared === undefined) return (await startPostgres()).connectionString;
  const response = await fetch(shared);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

let administrator: Promise<pg.Client> | undefined;

let lastWork: Promise<unknown> = Promise.resolve();

/** All on one connection of this process, one after the other: opening another takes longer than what is done on it. */
function onServer<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const result = lastWork.then(async () => {
    administrator ??= connectAdministrator();
    return work(await administrator);
  });
  lastWork = result.catch(() => undefined);
  return result;
}

async function connectAdministrator(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await findServer() });
  const forget = () => {
    administrator = undefined;
  };
  client.on("error", forget);
  client.on("end", forget);
  await client.connect();
  // It must not keep the process alive. The driver's client has this method, which its types leave out.
  (client as pg.Client & { unref(): void }).unref();
  return client;
}

async function onDatabase<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return work(client).finally(() => client.end());
}

let template: Promise<string> | undefined;

/** Created by the first test file that needs it; renamed to its final name when it is complete. */
function findTemplate(url: string): Promise<string> {
  template ??= makeTemplate(url);
  return template;
}

async function makeTemplate(url: string): Promise<string> {
  // The server's databases may remain from an earlier run with other migrations.
  const finished = `template_${process.env[sharedServerVariable] === undefined ? newName() : "of_run"}`;
  // The lock ends with the connection.
  return onDatabase(url, async (client) => {
    await client.query("SELECT pg_advisory_lock(7436530)");
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [finished]);
    if (rowCount !== 0) return finished;
    const name = newName();
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
    await createTables(named(url, name));
    await terminateConnections(client, name);
    await client.query(`ALTER DATABASE ${name} RENAME TO ${finished}`);
    return finished;
  });
}

/** Those of the jobs too: graphile-worker's migrations take longer than most tests. */
async function createTables(connectionString: string): Promise<void> {
  const storage = postgresStorage({ connectionString });
  await storage.open();
  await storage.instances?.jobs.start(async () => undefined);
  await storage.instances?.jobs.stop();
  await storage.close();
}

/** Returned databases are named after their template; the first to rename one gets it. */
async function takeUsed(client: pg.Client, template: string, name: string): Promise<boolean> {
  const { rows } = await client.query("SELECT datname FROM pg_database WHERE starts_with(datname, $1)", [
    usedPrefix(template),
  ]);
  // One column of text.
  for (const { datname } of rows as { datname: string }[]) {
    try {
      await client.query(`ALTER DATABASE ${datname} RENAME TO ${name}`);
      return true;
    } catch {
      // Another test file took it first.
    }
  }
  return false;
}

const usedPrefix = (template: string) => `used_${template.slice("template_".length, 30)}_`;

async function giveBack(url: string, name: string, template: string): Promise<void> {
  const isEmptied = await emptied(named(url, name), named(url, template)).catch(() => false);
  if (!isEmptied) return dropDatabase(name);
  await onServer(async (client) => {
    await terminateConnections(client, name);
    await client.query(`ALTER DATABASE ${name} RENAME TO ${usedPrefix(template)}${randomBytes(8).toString("hex")}`);
  }).catch(() => dropDatabase(name));
}

let templateShape: Promise<string> | undefined;

/** Empties the database; false when the test has changed more than rows. */
async function emptied(connectionString: string, template: string): Promise<boolean> {
  templateShape ??= onDatabase(template, readShape);
  const shape = await templateShape;
  return onDatabase(connectionString, async (client) => {
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    if ((await readShape(client)) !== shape) return false;
    const { rows } = await client.query(
      `SELECT string_agg(format('DELETE FROM %s;', oid::regclass), '') AS statements FROM pg_class
       WHERE relkind = 'r' AND oid >= 16384 AND relname <> 'migrations' AND pg_relation_size(oid) > 0`,
    );
    // One column of text, which is null when every table is empty.
    const [{ statements }] = rows as [{ statements: string | null }];
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${statements ?? ""} COMMIT`);
    return true;
  });
}

/** A copy has the object ids of its template, and whatever is created gets a higher one. */
async function readShape(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `SELECT concat_ws(' ',
       (SELECT concat_ws(' ', count(*), max(oid), sum(relnatts)) FROM pg_class WHERE oid >= 16384),
       (SELECT concat_ws(' ', count(*), max(oid)) FROM pg_constraint WHERE oid >= 16384),
       (SELECT concat_ws(' ', count(*), max(oid)) FROM pg_trigger WHERE oid >= 16384),
       (SELECT count(*) FROM pg_db_role_setting WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database()))
     ) AS shape`,
  );
  // One column of text.
  return (rows as [{ shape: string }])[0].shape;
}

async function terminateConnections(client: pg.Client, name: string): Promise<void> {
  const others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1";
  await client.query(others, [name]);
  for (let look = 0; look < 100; look += 1) {
    const { rowCount } = await client.query("SELECT 1 FROM pg_stat_activity WHERE datname = $1", [name]);
    if (rowCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function dropDatabase(name: string): Promise<void> {
  return onServer(async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
}
