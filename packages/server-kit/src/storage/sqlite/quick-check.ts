// Checks that every page of a SQLite file can be read and that its rows match its tables.
import Sqlite from "better-sqlite3";

const maxFaultLength = 200;
const maxFaults = 20;

/** One line for each fault of the file; empty for a file without faults. A service may use the file meanwhile. */
export function quickCheckSqlite(filename: string): string[] {
  let connection: Sqlite.Database | undefined;
  try {
    connection = new Sqlite(filename, { readonly: true, fileMustExist: true });
    return quickCheck(connection);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    connection?.close();
  }
}

function quickCheck(connection: Sqlite.Database): string[] {
  // Sound: the pragma returns rows with this one column.
  const rows = connection.pragma(`quick_check(${maxFaults})`) as { quick_check: string }[];
  const faults = rows.map(({ quick_check: fault }) => fault.replaceAll("\n", " ").slice(0, maxFaultLength));
  return faults.length === 1 && faults[0] === "ok" ? [] : faults;
}
