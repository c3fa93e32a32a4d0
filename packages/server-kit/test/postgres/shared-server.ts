// One PostgreSQL for all test files of a run, started when the first of them needs it. Vitest runs this
// before any test file (globalSetup).
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sharedServerVariable } from "./server-variable.js";
import { type PostgresServer, startPostgres } from "./start-postgres.js";

export default async function offerServer(): Promise<() => Promise<void>> {
  let started: Promise<PostgresServer> | undefined;
  const broker = createServer(async (_, response) => {
    started ??= startPostgres();
    try {
      response.end((await started).connectionString);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => broker.listen(0, "127.0.0.1", resolve));
  // A TCP server's address is an object.
  process.env[sharedServerVariable] = `http://127.0.0.1:${(broker.address() as AddressInfo).port}/`;
  return async () => {
    broker.closeAllConnections();
    broker.close();
    await (await started?.catch(() => undefined))?.stop();
  };
}
