// Graceful stop of listening servers: requests in flight are completed, then connections are closed; a client that never finishes its
// request blocks nothing. SIGTERM under load ends within 10 s with a response to every accepted request.
import type { Server } from "node:http";

export interface EndServersOptions {
  /** Unread requests are read and refused; after this long without a new connection, no more are accepted. */
  lastLookMs?: number;
  /** After this, connections are closed by force. Below the ten seconds that process managers allow. */
  withinMs?: number;
  /** Requests in progress. */
  underWay: ReadonlySet<Promise<unknown>>;
}

const idleLookMs = 50;
const maxLooks = 5;

/** Resolves when all requests are completed or the time is over, with every connection of the servers closed. */
export async function endServers(
  servers: Iterable<Server>,
  { lastLookMs = 200, withinMs = 8000, underWay }: EndServersOptions,
): Promise<void> {
  const listening = [...servers].filter((server) => server.listening);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, withinMs);
  });
  // Closing at once would reset connections whose request has arrived but was not read yet.
  for (const server of listening) await quiet(server, lastLookMs);
  const closed = Promise.all(listening.map(closeServer));
  await Promise.race([Promise.all([allSettled(underWay), closed]), tooLate]);
  clearTimeout(timer);
  for (const server of listening) server.closeAllConnections();
  await closed;
}

/** Includes requests that arrive while waiting. */
async function allSettled(underWay: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay);
}

/** Closes each connection as soon as its response is sent, without waiting for the keep-alive timeout. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const looking = setInterval(() => server.closeIdleConnections(), idleLookMs);
    server.close(() => {
      clearInterval(looking);
      resolve();
    });
  });
}

/** Under load new connections always arrive, so the number of checks is limited. */
async function quiet(server: Server, lookMs: number): Promise<void> {
  let arrivals = 0;
  const count = () => {
    arrivals += 1;
  };
  server.on("connection", count);
  for (let look = 0; look < maxLooks; look += 1) {
    const before = arrivals;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    if (arrivals === before) break;
  }
  server.off("connection", count);
}
