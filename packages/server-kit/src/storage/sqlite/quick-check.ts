// Checks that every page of a SQLite file can be read and that its rows match its tables.
import Sqlite from "better-sqlite3";
import { explainOpening, requireRegularFile } from "./opening-errors.js";
import { isDamaged } from "./sqlite-errors.js";

const maxErrorLength = 200;
const maxErrors = 20;

/**
 * One line for each error in the file; empty when it has none. A service may use the file meanwhile.
 * @throws Error when the file cannot be read for another reason than damage: a lock, a full disk, a missing driver.
 */
export function quickCheckSqlite(filename: string): string[] {
  let connection: Sqlite.Database | undefined;
  try {
    requireRegularFile(filename);
    connection = new Sqlite(filename, { readonly: true, fileMustExist: true });
    return quickCheck(connection);
  } catch (error) {
    if (!isDamaged(error)) throw explainOpening(error, filename);
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    connection?.close();
  }
}

function quickCheck(connection: Sqlite.Database): string[] {
  // The pragma returns rows with this one column.
  const rows = connection.pragma(`quick_check(${maxErrors})`) as { quick_check: string }[];
  const errors = rows.map(({ quick_check: message }) => message.replaceAll("\n", " ").slice(0, maxErrorLength));
  return errors.length === 1 && errors[0] === "ok" ? [] : errors;
}
