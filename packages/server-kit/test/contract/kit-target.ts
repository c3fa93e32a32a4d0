// The server kit as a target of the contract suite: a storage, a host, a clock that the suite advances.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import { createPaymentService, postgresStorage, type Storage, sqliteStorage } from "../../src/index.js";
import { freePort } from "../free-port.js";
import { storageInMemory } from "../migrated-sqlite.js";
import { createMigratedDatabase } from "../postgres/server.js";
import type { Host } from "./hosts.js";
import type { OpenTarget, Target, TargetOptions } from "./target.js";

/** A fresh, empty storage for each opening, and what to remove afterwards. */
export type StorageOpener = () => Promise<{ storage: Storage; remove(): Promise<void> }>;

export const postgresDatabase: StorageOpener = async () => {
  const { connectionString, drop } = await createMigratedDatabase();
  return { storage: postgresStorage({ connectionString }), remove: drop };
};

export const sqliteInMemory: StorageOpener = async () => ({
  storage: storageInMemory(),
  remove: async () => undefined,
});

export const sqliteFile: StorageOpener = async () => {
  const folder = mkdtempSync(join(tmpdir(), "contract-"));
  return {
    storage: sqliteStorage({ filename: join(folder, "payments.db") }),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

export function kitTarget(name: string, host: Host, openStorage: StorageOpener): Target {
  return { name, open: (options = {}) => openKit(host, openStorage, options) };
}

/** A Thursday at noon, the same in every run. */
const startAt = Date.UTC(2026, 4, 7, 12, 0, 0);

/**
 * Without one, live cards are refused whatever the store's setting is. No claim of the suite opens the page
 * itself.
 */
const liveCardPage = {
  code: "cards",
  createSession: async () => ({ sessionId: "1", redirectUrl: "https://cards.example/1" }),
  fetchOutcome: async () => undefined,
};

async function openKit(host: Host, openStorage: StorageOpener, options: TargetOptions): Promise<OpenTarget> {
  const { storage, remove } = await openStorage();
  const breakable = breakableStorage(storage);
  let now = startAt;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${host.basePath}`;
  const service = createPaymentService({
    baseUrl: url,
    storage: breakable.storage,
    clock: { now: () => now },
    logger: pino({ level: options.onLogLine === undefined ? "silent" : "debug" }, lineStream(options.onLogLine)),
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    cardPages: { live: liveCardPage },
    environments: options.environments,
    rateLimits: options.rateLimits,
    providerTimeoutMs: options.providerTimeoutMs,
    enforceTestEligibility: options.enforceTestEligibility,
    trustedProxyHops: options.trustedProxyHops,
    deployment: { environment: "contract-suite", commit: "0000000", date: "2026-05-01T12:00:00.000Z" },
  });
  // Without the scheduler: due work runs when the suite calls it.
  const served = await host.serve(service, port);
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= service.stop();
    return stopping;
  };
  return {
    url,
    publicUrl: url,
    stores: service.stores,
    apiKeys: service.apiKeys,
    orders: service.orders,
    webhooks: service.webhooks,
    clock: {
      now: () => now,
      advance(ms) {
        now += ms;
      },
    },
    runDue: () => service.runDue(),
    failures: {
      breakDatabase: () => breakable.setBroken(true),
      repairDatabase: () => breakable.setBroken(false),
      ...(host.outlivesService && { stop }),
    },
    async close() {
      breakable.setBroken(false);
      await stop();
      await served.close();
      await remove();
    },
  };
}

function breakableStorage(storage: Storage): { storage: Storage; setBroken(isBroken: boolean): void } {
  let isBroken = false;
  const guard = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isBroken) throw new Error("disk I/O error at /var/lib/payments.db: SELECT secret FROM stores");
    return work();
  };
  return {
    setBroken(value) {
      isBroken = value;
    },
    storage: {
      open: () => storage.open(),
      close: () => storage.close(),
      write: (work) => guard(() => storage.write(work)),
      read: (work) => guard(() => storage.read(work)),
      ping: () => guard(() => storage.ping()),
      migrations: () => guard(() => storage.migrations()),
      maintain: () => guard(() => storage.maintain()),
    },
  };
}

function lineStream(onLogLine: ((line: string) => void) | undefined): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      onLogLine?.(chunk.toString());
      done();
    },
  });
}
