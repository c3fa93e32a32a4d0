// A client of the package pg by which a test sees each query before it is sent.
import pg from "pg";

/** Calls `before` with each query's text before it is sent. */
export function watchedClient(before: (text: string, client: pg.Client) => void): typeof pg.Client {
  return class extends pg.Client {
    // The parameters are passed on unchanged.
    // biome-ignore lint/suspicious/noExplicitAny: the driver's signature has seven overloads.
    override query(...parameters: any[]): any {
      const [query] = parameters as [string | { text: string }];
      before(typeof query === "string" ? query : query.text, this);
      return (super.query as (...values: unknown[]) => unknown).apply(this, parameters);
    }
  };
}
