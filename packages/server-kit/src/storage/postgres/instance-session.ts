// The advisory locks of an instance, on a connection that it keeps: they prove to the others that the instance is running, and one of them
// makes it the leader. On a new connection they are acquired again.
import { type PostgresClient, responseTimeoutMs } from "./driver.js";
import { createKeptConnection } from "./kept-connection.js";

export interface InstanceSession {
  /** Connects and acquires the locks; resolves when others can detect this instance. */
  open(): Promise<void>;
  close(): Promise<void>;
  isOpen(): boolean;
  /** Adds a name under which others can detect this instance, on this and every later connection. */
  registerName(name: string): Promise<void>;
  unregisterName(name: string): Promise<void>;
  /** Becomes the leader unless another session is: true for one session at a time. */
  isLeader(): Promise<boolean>;
  /** Lets another session lead. */
  resign(): Promise<void>;
}

/** Classes of advisory locks; the second half of each is a digest of the schema and a name. */
export const instanceLockClass = 7_436_530;
export const leaderLockClass = 7_436_531;
/** The server releases those of a lost connection after 25 s (kept-connection.ts). */
const lockTimeoutMs = 60_000;

export function createInstanceSession({
  connect,
  schema,
  onOpened,
}: {
  /** A connection that is not returned to the pool while the session is open. */
  connect(): Promise<PostgresClient>;
  schema: string;
  /** Called after each connect, before `isOpen` is true. */
  onOpened?: ((client: PostgresClient) => Promise<void>) | undefined;
}): InstanceSession {
  const names = new Set<string>();
  /** The connection that holds the leader's lock. */
  let leading: PostgresClient | undefined;

  /** The names that each connection has locked: a session that locks one twice has to unlock it twice. */
  const lockedOn = new WeakMap<PostgresClient, Set<string>>();
  const lockedNames = (client: PostgresClient): Set<string> => {
    const locked = lockedOn.get(client) ?? new Set<string>();
    lockedOn.set(client, locked);
    return locked;
  };

  async function lock(client: PostgresClient, name: string): Promise<void> {
    if (lockedNames(client).has(name)) return;
    lockedNames(client).add(name);
    await client.query({
      text: "SELECT pg_advisory_lock($1, hashtext($2))",
      values: [instanceLockClass, `${schema}/${name}`],
      query_timeout: lockTimeoutMs,
    });
  }

  const connection = createKeptConnection(connect, async (client) => {
    for (const name of names) await lock(client, name);
    await onOpened?.(client);
  });

  return {
    open: connection.open,
    close: connection.close,
    isOpen: () => connection.current() !== undefined,
    async registerName(name) {
      names.add(name);
      // A connection that is being prepared may have locked the other names already.
      const client = connection.latest();
      if (client !== undefined) await lock(client, name);
    },
    async unregisterName(name) {
      names.delete(name);
      const client = connection.latest();
      if (client === undefined || !lockedNames(client).delete(name)) return;
      await client.query({
        text: "SELECT pg_advisory_unlock($1, hashtext($2))",
        values: [instanceLockClass, `${schema}/${name}`],
        query_timeout: responseTimeoutMs,
      });
    },
    async isLeader() {
      const client = connection.current();
      if (client === undefined) return false;
      if (leading === client) return true;
      const { rows } = await client.query({
        text: "SELECT pg_try_advisory_lock($1, hashtext($2)) AS is_leader",
        values: [leaderLockClass, schema],
        query_timeout: responseTimeoutMs,
      });
      // One boolean column is selected.
      const isLeader = (rows as { is_leader: boolean }[])[0]?.is_leader === true;
      if (isLeader) leading = client;
      return isLeader;
    },
    async resign() {
      const client = connection.current();
      if (client === undefined || leading !== client) return;
      leading = undefined;
      await client.query({
        text: "SELECT pg_advisory_unlock($1, hashtext($2))",
        values: [leaderLockClass, schema],
        query_timeout: responseTimeoutMs,
      });
    },
  };
}
