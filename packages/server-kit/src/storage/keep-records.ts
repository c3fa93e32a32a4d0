// The record objects of a connection are created once, because each of them prepares its statements.
import type { Records } from "./port.js";

/** `create`, called once for each connection. */
export function keepRecords<Connection extends object>(
  create: (connection: Connection) => Records,
): (connection: Connection) => Records {
  const kept = new WeakMap<Connection, Records>();
  return (connection) => {
    let records = kept.get(connection);
    if (records === undefined) {
      records = create(connection);
      kept.set(connection, records);
    }
    return records;
  };
}
