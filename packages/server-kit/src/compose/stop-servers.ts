// Graceful stop of listening servers: requests in flight are completed, then connections are closed; a client that never finishes its
// request does not block the stop. SIGTERM under load ends within 10 s with a response to every accepted request.
import type { Server } from "node:http";
import type { TasksInFlight } from "../domain/tasks-in-flight.js";

export interface StopServersOptions {
  /** The servers stop accepting once no connection has arrived for this long, in milliseconds. Requests until then get 503. */
  quietPeriodMs?: number;
  /** Connections still open after this, in milliseconds, are closed by force. Below the ten seconds that process managers allow. */
  forceAfterMs?: number;
  requests: Pick<TasksInFlight, "allSettled">;
}

const idleCheckMs = 50;
const maxChecks = 5;

/** Resolves when all requests are completed or the time has elapsed, with every connection of the servers closed. */
export async function stopServers(
  servers: Iterable<Server>,
  { quietPeriodMs = 200, forceAfterMs = 8000, requests }: StopServersOptions,
): Promise<void> {
  const listening = [...servers].filter((server) => server.listening);
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, forceAfterMs);
  });
  // Closing immediately would reset connections whose request has arrived but has not been read yet.
  for (const server of listening) await waitForQuietPeriod(server, quietPeriodMs);
  const closed = Promise.all(listening.map(closeServer));
  await Promise.race([Promise.all([requests.allSettled(), closed]), deadline]);
  clearTimeout(timer);
  for (const server of listening) server.closeAllConnections();
  await closed;
}

/** Closes each connection as soon as its response is sent, without waiting for the keep-alive timeout. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const checking = setInterval(() => server.closeIdleConnections(), idleCheckMs);
    server.close(() => {
      clearInterval(checking);
      resolve();
    });
  });
}

/** Waits until no connection has arrived for `quietPeriodMs`; under load connections always arrive, so the number of checks is limited. */
async function waitForQuietPeriod(server: Server, quietPeriodMs: number): Promise<void> {
  let arrivals = 0;
  const count = () => {
    arrivals += 1;
  };
  server.on("connection", count);
  for (let check = 0; check < maxChecks; check += 1) {
    const before = arrivals;
    await new Promise((resolve) => setTimeout(resolve, quietPeriodMs));
    if (arrivals === before) break;
  }
  server.off("connection", count);
}
