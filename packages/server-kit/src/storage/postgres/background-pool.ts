// Separate connections for background work, created on first use, so that payments and background work never wait for each other.
import { setTimeout as sleep } from "node:timers/promises";
import { openedOnce } from "../../domain/opened-once.js";
import { createPool, type LazyPool, type PostgresPool, responseTimeoutMs } from "./driver.js";
import { connectionTimeoutMs, type Settings } from "./postgres-settings.js";

/** How long a close waits for connections in use: graphile-worker keeps its own until a response, which a server may not send. */
const endTimeoutMs = 2000;

/** Two listen, four run short statements. */
export const backgroundConnections = 6;

export interface BackgroundPool {
  pool: LazyPool;
  /** For statements that may take any time. */
  onMigrationPool<Result>(work: (pool: PostgresPool) => Promise<Result>): Promise<Result>;
  end(): Promise<void>;
}

export function createBackgroundPool(settings: Settings): BackgroundPool {
  const connectionString =
    settings.listenConnectionString ?? ("connectionString" in settings ? settings.connectionString : undefined);
  const hostPool = connectionString === undefined && "pool" in settings ? settings.pool : undefined;
  const common = { connectionString: connectionString ?? "", connectionTimeoutMs };
  const createOwnPool = () =>
    openedOnce<PostgresPool>(() =>
      // For graphile-worker's statements, too. It returns a connection without a response to the pool: a pipelined one is closed before.
      // On a standby there is no background work.
      createPool({
        ...common,
        max: backgroundConnections,
        isPipelined: true,
        responseTimeoutMs,
        refusesStandby: true,
      }),
    );
  let ownPool = createOwnPool();
  return {
    pool: () => (hostPool === undefined ? ownPool.get() : Promise.resolve(hostPool)),
    async onMigrationPool(work) {
      if (hostPool !== undefined) return work(hostPool);
      const pool = await createPool({ ...common, max: 2 });
      return work(pool).finally(() => pool.end());
    },
    async end() {
      const ending = ownPool.current();
      ownPool = createOwnPool();
      const ended = (await ending?.catch(() => undefined))?.end();
      await Promise.race([ended, sleep(endTimeoutMs, undefined, { ref: false })]);
    },
  };
}
