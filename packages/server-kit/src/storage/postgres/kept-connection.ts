// One connection that stays open: a lost one is re-established.
import { type PostgresClient, responseTimeoutMs } from "./driver.js";

export interface KeptConnection {
  /** Connects; rejects when the first connect fails. */
  open(): Promise<void>;
  close(): Promise<void>;
  /** Undefined while there is no connection that `prepare` has completed on. */
  current(): PostgresClient | undefined;
  /** The current connection, or the one that is about to become it. */
  latest(): PostgresClient | undefined;
}

/** The server then releases the locks of an unreachable machine after 10 + 3 x 5 s; by default it takes two hours. */
const keepaliveSettings = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3";
/** A query proves that the process runs and is not only connected; pg_stat_activity shows the time of the last one. */
const heartbeatIntervalMs = 5000;
/** Without a response to it the connection counts as lost. Shorter than the interval, so that one is in flight at a time. */
const heartbeatQuery = { text: "SELECT 1", query_timeout: 4000 };
const initialDelayMs = 100;
const maxDelayMs = 2000;

/**
 * @param connect Returns a connection that is not returned to the pool while it is kept.
 * @param prepare Called on each new connection before it is the current one.
 */
export function createKeptConnection(
  connect: () => Promise<PostgresClient>,
  prepare: (client: PostgresClient) => Promise<void>,
): KeptConnection {
  let client: PostgresClient | undefined;
  let next: PostgresClient | undefined;
  let loseCurrent: (() => void) | undefined;
  let opening: Promise<void> | undefined;
  let isClosed = true;
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;

  async function connectOnce(): Promise<void> {
    const made = await connect();
    next = made;
    let isLost = false;
    const lose = () => {
      if (isLost) return;
      isLost = true;
      made.release(true);
      if (next === made) next = undefined;
      if (client === made) {
        client = undefined;
        reconnectSoon(initialDelayMs);
      }
    };
    made.on("error", lose);
    made.on("end", lose);
    try {
      await made.query({ text: keepaliveSettings, query_timeout: responseTimeoutMs });
      await prepare(made);
    } catch (error) {
      lose();
      throw error;
    }
    if (isClosed) return lose();
    client = made;
    next = undefined;
    loseCurrent = lose;
    heartbeat ??= setInterval(() => {
      const lose = loseCurrent;
      void client?.query(heartbeatQuery).catch(() => lose?.());
    }, heartbeatIntervalMs).unref();
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
      clearInterval(heartbeat);
      heartbeat = undefined;
      await opening?.catch(() => undefined);
      loseCurrent?.();
      loseCurrent = undefined;
    },
    current: () => client,
    latest: () => client ?? next,
  };
}
