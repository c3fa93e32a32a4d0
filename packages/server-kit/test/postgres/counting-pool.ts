// A pool whose connections count the queries sent to the server: each query is one round trip.
import pg from "pg";
import { createTestPool } from "./test-pool.js";

export interface CountingPool {
  pool: pg.Pool;
  /** Texts of the queries since the last call. */
  taken(): string[];
  /** Queries since the last call of `taken`. */
  statements(): { text: string; values: unknown[] }[];
}

export function createCountingPool(connectionString: string): CountingPool {
  let sent: { text: string; values: unknown[] }[] = [];
  class CountingClient extends pg.Client {
    // The parameters are passed on unchanged.
    // biome-ignore lint/suspicious/noExplicitAny: the driver's signature has seven overloads.
    override query(...parameters: any[]): any {
      const [query] = parameters as [string | { text: string; values?: unknown[] }];
      sent.push(
        typeof query === "string" ? { text: query, values: [] } : { text: query.text, values: query.values ?? [] },
      );
      return (super.query as (...values: unknown[]) => unknown).apply(this, parameters);
    }
  }
  const pool = createTestPool({ connectionString, Client: CountingClient, max: 10 });
  return {
    pool,
    statements: () => sent,
    taken() {
      const queries = sent;
      sent = [];
      return queries.map(({ text }) => text);
    },
  };
}
