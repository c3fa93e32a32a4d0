// A pool of connections for tests: the database may be dropped while the server is still closing a
// connection, and without a listener that error would end the run.
import pg from "pg";

export function createTestPool(config: pg.PoolConfig & { Client?: typeof pg.Client }): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
