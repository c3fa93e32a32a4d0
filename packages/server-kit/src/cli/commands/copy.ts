// payment-sessions copy: moves every record from a SQLite file to PostgreSQL, or back.
import { type CopyProgress, copyDatabase } from "../../storage/copy/copy-database.js";
import type { CopySource, CopyTarget } from "../../storage/copy/copy-side.js";
import { openPostgresSource, openPostgresTarget } from "../../storage/copy/postgres-side.js";
import { openSqliteSource, openSqliteTarget } from "../../storage/copy/sqlite-side.js";
import { namePostgresFailure } from "../../storage/postgres/connection-string.js";
import { asUnavailable } from "../../storage/postgres/postgres-errors.js";
import { type Command, type GivenOptions, UsageError } from "../command.js";
import { type PostgresDatabaseChoice, postgresOptions, readDatabase, type SqliteDatabaseChoice } from "../database.js";
import { table } from "../table.js";

type PlainDatabase = SqliteDatabaseChoice | PostgresDatabaseChoice;

export const copyCommand: Command = {
  name: "copy",
  summary:
    "Copies all records from a SQLite file to an empty PostgreSQL database, or back, and compares both. Stop the service first. After an interruption, run it again: it continues where it stopped.",
  options: [
    { name: "from", value: "<file|url>", summary: "the database to copy; it is not changed" },
    {
      name: "to",
      value: "<file|url>",
      summary:
        "the database to copy to: a file is created, a PostgreSQL database must exist (createdb). The password may be in the variable PGPASSWORD",
    },
    ...postgresOptions.filter(({ name }) => name === "database-schema"),
  ],
  async run(given, io) {
    const { from, to } = chooseBoth(given);
    const source = await openSide(from, openSqliteSource, openPostgresSource);
    let target: CopyTarget | undefined;
    try {
      target = await openSide(to, openSqliteTarget, openPostgresTarget);
      const result = await copyDatabase({ source, target, onProgress: reportTenths(io.error) });
      const rows = result.tables.map((one) => [one.table, String(one.rows), one.digest.slice(0, 16)]);
      return {
        document: { from: from.label, to: to.label, ...result },
        text: `${table(["TABLE", "ROWS", "DIGEST"], rows, "")}\n\n${result.rows} rows of ${from.label} were copied to ${to.label} and are equal there. Start the service with --database ${to.label}; ${from.label} is unchanged.`,
      };
    } catch (error) {
      throw namePostgresFailure(asUnavailable(error), to.kind === "postgres" ? to.label : from.label);
    } finally {
      await source.close();
      await target?.close();
    }
  },
};

function chooseBoth(given: GivenOptions): { from: PlainDatabase; to: PlainDatabase } {
  const from = readDatabase(given, given.required("from"), given.source("from"));
  const to = readDatabase(given, given.required("to"), given.source("to"));
  if (from.kind === to.kind) {
    throw new UsageError(
      from.kind === "sqlite"
        ? '--from and --to are both files: copy a file with "payment-sessions backup".'
        : "--from and --to are both PostgreSQL servers: copy between servers with pg_dump and pg_restore.",
    );
  }
  return { from, to };
}

async function openSide<Side extends CopySource>(
  database: PlainDatabase,
  openSqlite: (filename: string) => Promise<Side>,
  openPostgres: (place: { connectionString: string; schema: string; label: string }) => Promise<Side>,
): Promise<Side> {
  if (database.kind === "sqlite") return openSqlite(database.filename);
  try {
    return await openPostgres(database);
  } catch (error) {
    throw namePostgresFailure(asUnavailable(error), database.label);
  }
}

/** A line for each table, and for each tenth of a long one. */
function reportTenths(write: (line: string) => void): (progress: CopyProgress) => void {
  const reported = new Map<string, number>();
  return ({ step, table: name, rows, total }) => {
    if (total === 0) return;
    const tenth = Math.floor((Math.min(rows, total) * 10) / total);
    const key = `${step} ${name}`;
    if (tenth <= (reported.get(key) ?? -1)) return;
    reported.set(key, tenth);
    write(`${step === "copy" ? "Copied" : "Compared"} ${name}: ${rows} of ${total} rows`);
  };
}
