// Can every page of a SQLite file be read, and do its rows fit its tables?
import Sqlite from "better-sqlite3";

const maxFaultLength = 200;
const maxFaults = 20;

/** What is wrong with the file, a line each; empty when nothing is. A service may go on using it. */
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
  // Sound: the pragma gives rows with this one column.
  const rows = connection.pragma(`quick_check(${maxFaults})`) as { quick_check: string }[];
  const faults = rows.map(({ quick_check: fault }) => fault.replaceAll("\n", " ").slice(0, maxFaultLength));
  return faults.length === 1 && faults[0] === "ok" ? [] : faults;
}
