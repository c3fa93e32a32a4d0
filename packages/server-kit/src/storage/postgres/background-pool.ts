// Separate connections for background work, created on first use, so that payments and background work never wait for each other.
import { createPool, type LazyPool, type PostgresPool } from "./driver.js";
import { connectionTimeoutMs, type Settings } from "./postgres-settings.js";

/** Two listen, four run short statements. */
export const backgroundConnections = 6;

export function createBackgroundPool(settings: Settings): { pool: LazyPool; end(): Promise<void> } {
  const connectionString =
    settings.listenConnectionString ?? ("connectionString" in settings ? settings.connectionString : undefined);
  let made: Promise<PostgresPool> | undefined;
  return {
    pool() {
      if (connectionString === undefined && "pool" in settings) return Promise.resolve(settings.pool);
      made ??= createPool({
        connectionString: connectionString ?? "",
        max: backgroundConnections,
        connectionTimeoutMs,
      });
      return made;
    },
    async end() {
      const ending = made;
      made = undefined;
      await (await ending?.catch(() => undefined))?.end();
    },
  };
}
