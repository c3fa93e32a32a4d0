// The statements that the record files may use: each is prepared once for its connection.
import type Sqlite from "better-sqlite3";

export interface Database {
  /** Prepared once for each text and connection. */
  prepare(sql: string): Sqlite.Statement;
  /** As `prepare`, for a SELECT; rows are arrays of column values. */
  prepareRaw(sql: string): Sqlite.Statement;
}

export function withStatementCache(connection: Sqlite.Database): Database {
  const keep = (prepare: (sql: string) => Sqlite.Statement) => {
    const statements = new Map<string, Sqlite.Statement>();
    return (sql: string) => {
      let statement = statements.get(sql);
      if (statement === undefined) {
        statement = prepare(withPlainLimits(sql));
        statements.set(sql, statement);
      }
      return statement;
    };
  };
  return {
    prepare: keep((sql) => connection.prepare(sql)),
    prepareRaw: keep((sql) => connection.prepare(sql).raw(true)),
  };
}

/**
 * Turns a bound LIMIT into an expression. The planner of SQLite reads a plain bound LIMIT, and therefore plans the
 * statement again at each call, which takes longer than most statements run (20 us instead of 7 for the payments of
 * an order).
 */
export function withPlainLimits(sql: string): string {
  return sql.replaceAll(/\bLIMIT (@\w+\b|\?)(?!\s*[-+*])/g, "LIMIT $1 + 0");
}
