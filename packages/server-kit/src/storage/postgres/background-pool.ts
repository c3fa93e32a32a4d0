// Separate connections for background work, created on first use, so that payments and background work never wait for each other.
import { openedOnce } from "../../domain/opened-once.js";
import { createPool, type LazyPool, type PostgresPool } from "./driver.js";
import { connectionTimeoutMs, type Settings } from "./postgres-settings.js";

/** Two listen, four run short statements. */
export const backgroundConnections = 6;

export function createBackgroundPool(settings: Settings): { pool: LazyPool; end(): Promise<void> } {
  const connectionString =
    settings.listenConnectionString ?? ("connectionString" in settings ? settings.connectionString : undefined);
  const make = () =>
    openedOnce<PostgresPool>(() =>
      createPool({ connectionString: connectionString ?? "", max: backgroundConnections, connectionTimeoutMs }),
    );
  let made = make();
  return {
    pool() {
      if (connectionString === undefined && "pool" in settings) return Promise.resolve(settings.pool);
      return made.get();
    },
    async end() {
      const ending = made.current();
      made = make();
      await (await ending?.catch(() => undefined))?.end();
    },
  };
}
