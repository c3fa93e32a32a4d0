// Tests the optional packages for PostgreSQL: where one is missing, one sentence names what to install. Only
// PostgreSQL needs them.
import { afterEach, expect, test, vi } from "vitest";
import { silentLogger } from "../silent-logger.js";
import { createMigratedDatabase } from "./server.js";

afterEach(() => {
  vi.doUnmock("pg");
  vi.doUnmock("graphile-worker");
  vi.resetModules();
});

const whatToInstall = /^PostgreSQL needs the packages pg and graphile-worker: npm install pg graphile-worker$/;
const missing = (name: string) => () => {
  throw new Error(`Cannot find package '${name}'`);
};

test("without pg, opening the storage says what to install", async () => {
  vi.resetModules();
  vi.doMock("pg", missing("pg"));
  const { postgresStorage } = await import("../../src/storage/postgres/postgres-storage.js");
  const storage = postgresStorage({ connectionString: "postgres://127.0.0.1/none" });
  await expect(storage.open()).rejects.toThrow(whatToInstall);
});

test("without graphile-worker, the service does not start and says what to install", async () => {
  const { connectionString, drop } = await createMigratedDatabase();
  vi.resetModules();
  vi.doMock("graphile-worker", missing("graphile-worker"));
  const { createPaymentService, postgresStorage } = await import("../../src/index.js");
  const service = createPaymentService({
    baseUrl: "https://pay.example",
    storage: postgresStorage({ connectionString }),
    logger: silentLogger,
  });
  await expect(service.start()).rejects.toThrow(whatToInstall);
  // Calls that need no background work continue.
  expect(await service.stores.list()).toEqual([]);
  await service.stop();
  await drop();
});
