// The child's side of `measure/child-server.mjs`: reports that it is ready, reports its CPU time, writes a
// profile on request.
import { Session } from "node:inspector/promises";
import { watchTurns } from "./turns.mjs";

export const settings = JSON.parse(process.argv[2] ?? "{}");

/** @param {object} facts @param {Record<string, (value: any) => unknown>} commands @param {() => unknown} close */
export function serveParent(facts, commands, close) {
  let session;
  let endWatching;
  const all = {
    cpuMicroseconds: () => {
      const { user, system } = process.cpuUsage();
      return user + system;
    },
    residentBytes: () => process.memoryUsage().rss,
    /** Measured after a collection: memory in use, without garbage. */
    async memory() {
      const collector = new Session();
      collector.connect();
      await collector.post("HeapProfiler.collectGarbage");
      collector.disconnect();
      return process.memoryUsage();
    },
    startWatchingTurns() {
      endWatching = watchTurns();
    },
    longestStops: () => endWatching(),
    async startProfile() {
      session = new Session();
      session.connect();
      await session.post("Profiler.enable");
      await session.post("Profiler.start");
    },
    async stopProfile() {
      const { profile } = await session.post("Profiler.stop");
      session.disconnect();
      return profile;
    },
    ...commands,
  };
  process.on("message", async ({ id, question, value }) => {
    try {
      process.send({ id, value: await all[question](value) });
    } catch (error) {
      process.send({ id, error: error.stack });
    }
  });
  process.once("SIGTERM", async () => {
    await close();
    process.exit(0);
  });
  process.send({ ready: facts });
}

/** Listens on a free port of loopback. */
export async function listen(server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server.address().port;
}
