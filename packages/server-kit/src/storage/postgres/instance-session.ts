// The connection that each instance keeps: its advisory locks prove to the others that the instance is running. A lost connection is
// re-established, and its locks are acquired again.
import type { PostgresClient } from "./driver.js";

export interface InstanceSession {
  /** Connects and acquires the locks; resolves when others can detect this instance. */
  open(): Promise<void>;
  close(): Promise<void>;
  isOpen(): boolean;
  /** Adds a name under which others can detect this instance, on this and every later connection. */
  registerName(name: string): Promise<void>;
  unregisterName(name: string): Promise<void>;
  /** True for one session at a time. */
  leads(): Promise<boolean>;
}

/** Classes of advisory locks; the second half of each is a digest of the schema and a name. */
export const instanceLockClass = 7_436_530;
export const leaderLockClass = 7_436_531;

/** The server then releases the locks of an unreachable machine after 10 + 3 x 5 s; by default it takes two hours. */
const keepaliveSettings = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3";
/** A query proves that the process runs and is not only connected; pg_stat_activity shows the time of the last one. */
const heartbeatIntervalMs = 5000;
const initialDelayMs = 100;
const maxDelayMs = 2000;

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
  let client: PostgresClient | undefined;
  let loseCurrent: (() => void) | undefined;
  let opening: Promise<void> | undefined;
  let isLeader = false;
  let isClosed = true;
  let timer: NodeJS.Timeout | undefined;
  let showing: NodeJS.Timeout | undefined;

  const lock = (on: PostgresClient, name: string) =>
    on.query({ text: "SELECT pg_advisory_lock($1, hashtext($2))", values: [instanceLockClass, `${schema}/${name}`] });

  async function connectOnce(): Promise<void> {
    const made = await connect();
    let isLost = false;
    const lose = () => {
      if (isLost) return;
      isLost = true;
      made.release(true);
      if (client === made) {
        client = undefined;
        isLeader = false;
        reconnectSoon(initialDelayMs);
      }
    };
    made.on("error", lose);
    made.on("end", lose);
    try {
      await made.query(keepaliveSettings);
      for (const name of names) await lock(made, name);
      await onOpened?.(made);
    } catch (error) {
      lose();
      throw error;
    }
    if (isClosed) {
      lose();
      return;
    }
    client = made;
    loseCurrent = lose;
    showing ??= setInterval(() => void client?.query("SELECT 1").catch(() => undefined), heartbeatIntervalMs).unref();
  }

  function reconnectSoon(delayMs: number): void {
    if (isClosed) return;
    timer = setTimeout(() => {
      opening = connectOnce().catch(() => reconnectSoon(Math.min(2 * delayMs, maxDelayMs)));
    }, delayMs);
  }

  return {
    async open() {
      if (isClosed) {
        isClosed = false;
        opening = connectOnce();
      }
      await opening?.catch((error: unknown) => {
        if (client === undefined) isClosed = true;
        throw error;
      });
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(showing);
      showing = undefined;
      await opening?.catch(() => undefined);
      loseCurrent?.();
      loseCurrent = undefined;
    },
    isOpen: () => client !== undefined,
    async registerName(name) {
      names.add(name);
      if (client !== undefined) await lock(client, name);
    },
    async unregisterName(name) {
      names.delete(name);
      await client?.query({
        text: "SELECT pg_advisory_unlock($1, hashtext($2))",
        values: [instanceLockClass, `${schema}/${name}`],
      });
    },
    async leads() {
      if (client === undefined) return false;
      if (isLeader) return true;
      const { rows } = await client.query({
        text: "SELECT pg_try_advisory_lock($1, hashtext($2)) AS leads",
        values: [leaderLockClass, schema],
      });
      // Sound: one boolean column is selected.
      isLeader = (rows as { leads: boolean }[])[0]?.leads === true;
      return isLeader;
    },
  };
}
