// The advisory locks of an instance, on a connection that it keeps: they prove to the others that the instance is running, and one of them
// makes it the leader. On a new connection they are acquired again.
import { instanceLockClass, leaderLockClass } from "./advisory-locks.js";
import { type PostgresClient, responseTimeoutMs } from "./driver.js";
import { createKeptConnection, type KeptConnection } from "./kept-connection.js";

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
  const locks = createNameLocks(schema);
  const connection = createKeptConnection(connect, async (client) => {
    for (const name of names) await locks.lock(client, name);
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
      if (client !== undefined) await locks.lock(client, name);
    },
    async unregisterName(name) {
      names.delete(name);
      const client = connection.latest();
      if (client !== undefined) await locks.unlock(client, name);
    },
    ...createLeadership(connection, schema),
  };
}

/** The locks of the names of an instance, on each connection that it has had. */
function createNameLocks(schema: string) {
  /** A session that locks a name twice has to unlock it twice. */
  const lockedOn = new WeakMap<PostgresClient, Set<string>>();
  const lockedNames = (client: PostgresClient): Set<string> => {
    const locked = lockedOn.get(client) ?? new Set<string>();
    lockedOn.set(client, locked);
    return locked;
  };

  return {
    async lock(client: PostgresClient, name: string): Promise<void> {
      if (lockedNames(client).has(name)) return;
      lockedNames(client).add(name);
      await client.query({
        text: "SELECT pg_advisory_lock($1, hashtext($2))",
        values: [instanceLockClass, `${schema}/${name}`],
        query_timeout: lockTimeoutMs,
      });
    },
    async unlock(client: PostgresClient, name: string): Promise<void> {
      if (!lockedNames(client).delete(name)) return;
      await client.query({
        text: "SELECT pg_advisory_unlock($1, hashtext($2))",
        values: [instanceLockClass, `${schema}/${name}`],
        query_timeout: responseTimeoutMs,
      });
    },
  };
}

/** The leader's lock: on the current connection or on none. */
function createLeadership(
  connection: Pick<KeptConnection, "current">,
  schema: string,
): Pick<InstanceSession, "isLeader" | "resign"> {
  /** The connection that holds it. */
  let holder: PostgresClient | undefined;
  return {
    async isLeader() {
      const client = connection.current();
      if (client === undefined) return false;
      if (holder === client) return true;
      const { rows } = await client.query({
        text: "SELECT pg_try_advisory_lock($1, hashtext($2)) AS is_leader",
        values: [leaderLockClass, schema],
        query_timeout: responseTimeoutMs,
      });
      // One boolean column is selected.
      const isLeader = (rows as { is_leader: boolean }[])[0]?.is_leader === true;
      if (isLeader) holder = client;
      return isLeader;
    },
    async resign() {
      const client = connection.current();
      if (client === undefined || holder !== client) return;
      holder = undefined;
      await client.query({
        text: "SELECT pg_advisory_unlock($1, hashtext($2))",
        values: [leaderLockClass, schema],
        query_timeout: responseTimeoutMs,
      });
    },
  };
}
