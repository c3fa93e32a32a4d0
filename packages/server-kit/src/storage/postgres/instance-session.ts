// The one connection that an instance keeps for itself: others see by its advisory locks that the instance is alive. A lost connection is
// made again; what was locked on it is locked again.
import type { PostgresClient } from "./driver.js";

export interface InstanceSession {
  /** Connects and takes the locks; resolves when others can see this instance. */
  open(): Promise<void>;
  close(): Promise<void>;
  isOpen(): boolean;
  /** One more name to be seen under, now and on every later connection. */
  beSeenAs(name: string): Promise<void>;
  stopBeingSeenAs(name: string): Promise<void>;
  /** True for one session at a time. */
  leads(): Promise<boolean>;
}

/** Classes of advisory locks; the second half of each is a digest of the schema and a name. */
export const seenLockClass = 7_436_530;
export const leaderLockClass = 7_436_531;

/** Without these the server would keep the locks of a machine that vanished for two hours: 10 + 3 x 5 s. */
const noticeVanished = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3";
/** So often an instance shows that it is not only connected but runs; the last time is what pg_stat_activity has of its connection. */
const showEveryMs = 5000;
const firstPauseMs = 100;
const longestPauseMs = 2000;

export function createInstanceSession({
  connect,
  schema,
  onOpened,
}: {
  /** A connection that may be kept. */
  connect(): Promise<PostgresClient>;
  schema: string;
  /** After each time the connection was made, before others rely on it. */
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
    on.query({ text: "SELECT pg_advisory_lock($1, hashtext($2))", values: [seenLockClass, `${schema}/${name}`] });

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
        reconnectSoon(firstPauseMs);
      }
    };
    made.on("error", lose);
    made.on("end", lose);
    try {
      await made.query(noticeVanished);
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
    showing ??= setInterval(() => void client?.query("SELECT 1").catch(() => undefined), showEveryMs).unref();
  }

  function reconnectSoon(pauseMs: number): void {
    if (isClosed) return;
    timer = setTimeout(() => {
      opening = connectOnce().catch(() => reconnectSoon(Math.min(2 * pauseMs, longestPauseMs)));
    }, pauseMs);
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
    async beSeenAs(name) {
      names.add(name);
      if (client !== undefined) await lock(client, name);
    },
    async stopBeingSeenAs(name) {
      names.delete(name);
      await client?.query({
        text: "SELECT pg_advisory_unlock($1, hashtext($2))",
        values: [seenLockClass, `${schema}/${name}`],
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
