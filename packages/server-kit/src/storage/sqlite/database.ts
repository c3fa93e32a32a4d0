// One connection as records see it: statements, prepared once.
import type Sqlite from "better-sqlite3";

export interface Database {
  /** Prepared once for each text and connection. */
  prepare(sql: string): Sqlite.Statement;
}

export function withStatementCache(connection: Sqlite.Database): Database {
  const statements = new Map<string, Sqlite.Statement>();
  return {
    prepare(sql) {
      let statement = statements.get(sql);
      if (statement === undefined) {
        statement = connection.prepare(sql);
        statements.set(sql, statement);
      }
      return statement;
    },
  };
}
