// Creates the record objects of a connection once, because each of them prepares its statements.
import type { Records } from "./port.js";

/** `create`, called once for each connection. */
export function recordsByConnection<Connection extends object>(
  create: (connection: Connection) => Records,
): (connection: Connection) => Records {
  const known = new WeakMap<Connection, Records>();
  return (connection) => {
    let records = known.get(connection);
    if (records === undefined) {
      records = create(connection);
      known.set(connection, records);
    }
    return records;
  };
}
