// Starts an installed PostgreSQL, with its default durability, on a free port of loopback, for the
// candidates that need one.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port.mjs";

const versionsFolder = "/usr/lib/postgresql";

/**
 * `createDatabase` creates a new one and returns its connection string. With `keptFolder` the data is kept there, for a later start.
 * @param {{ keptFolder?: string }} [settings]
 * @returns {Promise<{ connectionString: string, createDatabase(name?: string): Promise<string>, stop(): Promise<void> } | undefined>} Undefined: none is
 *   installed.
 */
export async function startPostgres({ keptFolder } = {}) {
  const binaries = binariesFolder();
  if (binaries === undefined) return undefined;
  const folder = keptFolder ?? mkdtempSync(join(tmpdir(), "payment-sessions-bench-pg-"));
  mkdirSync(folder, { recursive: true });
  const data = join(folder, "data");
  const account = unprivilegedAccount();
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  const options = { ...account, cwd: folder, stdio: "ignore" };
  const initdbArguments = ["-D", data, "-U", "bench", "-A", "trust", "-E", "UTF8", "--no-locale"];
  if (!existsSync(data)) spawnSync(join(binaries, "initdb"), initdbArguments, options);
  const port = await freePort();
  const server = spawn(
    join(binaries, "postgres"),
    ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", folder],
    options,
  );
  const connectionString = `postgres://bench@127.0.0.1:${port}/postgres`;
  await untilReady(binaries, port, options);
  let databaseCount = 0;
  return {
    connectionString,
    async createDatabase(name = `bench_${++databaseCount}`) {
      const client = new pg.Client({ connectionString });
      await client.connect();
      const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
      if (rowCount === 0) await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return `postgres://bench@127.0.0.1:${port}/${name}`;
    },
    async stop() {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGINT");
      await ended;
      if (keptFolder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function binariesFolder() {
  if (!existsSync(versionsFolder)) return undefined;
  const newest = readdirSync(versionsFolder)
    .map(Number)
    .filter(Number.isInteger)
    .sort((left, right) => right - left)[0];
  return newest === undefined ? undefined : join(versionsFolder, String(newest), "bin");
}

/** PostgreSQL refuses to run as root. */
function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return {};
  const id = (flag) => Number(spawnSync("id", [flag, "nobody"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

async function untilReady(binaries, port, options) {
  for (let tries = 0; tries < 100; tries += 1) {
    const { status } = spawnSync(join(binaries, "pg_isready"), ["-h", "127.0.0.1", "-p", String(port)], options);
    if (status === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("PostgreSQL did not start within ten seconds.");
}
