// A pool whose connections count what is sent to the server: each query is one round trip.
import pg from "pg";
import { createTestPool } from "./test-pool.js";

export interface CountingPool {
  pool: pg.Pool;
  /** Texts of the queries since the last call. */
  taken(): string[];
}

export function createCountingPool(connectionString: string): CountingPool {
  let sent: string[] = [];
  class CountingClient extends pg.Client {
    // Sound: handed on as they came.
    // biome-ignore lint/suspicious/noExplicitAny: the driver's signature has seven overloads.
    override query(...parameters: any[]): any {
      const [query] = parameters as [string | { text: string }];
      sent.push(typeof query === "string" ? query : query.text);
      return (super.query as (...values: unknown[]) => unknown).apply(this, parameters);
    }
  }
  const pool = createTestPool({ connectionString, Client: CountingClient, max: 10 });
  return {
    pool,
    taken() {
      const queries = sent;
      sent = [];
      return queries;
    },
  };
}
