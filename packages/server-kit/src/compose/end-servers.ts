// How a server that listens comes to its end: what a client has sent is answered, then the connections go; a client that never ends its
// request holds nothing up (quality: SIGTERM under load ends within 10 s with every accepted request answered).
import type { Server } from "node:http";

export interface EndServersOptions {
  /** What still waits to be read is read and refused; once nobody new has come for this long, nobody is accepted any more. */
  lastLookMs?: number;
  /** After this, connections are cut. Below the ten seconds that process managers allow. */
  withinMs?: number;
  /** Requests that are being answered. */
  underWay: ReadonlySet<Promise<unknown>>;
}

const idleLookMs = 50;
const maxLooks = 5;

/** Resolves when all requests under way are answered or the time is over, with every connection of the servers closed. */
export async function endServers(
  servers: Iterable<Server>,
  { lastLookMs = 200, withinMs = 8000, underWay }: EndServersOptions,
): Promise<void> {
  const listening = [...servers].filter((server) => server.listening);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, withinMs);
  });
  // Closing at once would reset connections whose request has arrived here and was not read yet.
  for (const server of listening) await quiet(server, lastLookMs);
  const closed = Promise.all(listening.map(closeServer));
  await Promise.race([Promise.all([allSettled(underWay), closed]), tooLate]);
  clearTimeout(timer);
  for (const server of listening) server.closeAllConnections();
  await closed;
}

/** Requests that came in while others were waited for count too. */
async function allSettled(underWay: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay);
}

/** A connection goes as soon as its answer is out, without waiting for the keep-alive time. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const looking = setInterval(() => server.closeIdleConnections(), idleLookMs);
    server.close(() => {
      clearInterval(looking);
      resolve();
    });
  });
}

/** Under load somebody always comes: then it is over after a few looks. */
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
