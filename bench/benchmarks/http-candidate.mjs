// A server under load as a candidate, or several instances of it: request rate, total CPU time per request,
// latency; where rows are to be stored, they are counted.
import { sendLoadToAll } from "../measure/http-load.mjs";

/**
 * @param {{ name: string, role: "ceiling" | "ours" | "peer", server: any, others?: any[], load: object | (() => object), countsRows?: boolean }} candidate
 * @returns {import("../measure/run-benchmark.mjs").Candidate}
 */
export function httpCandidate({ name, role, server, others = [], load, countsRows = false }) {
  const servers = [server, ...others];
  const cpuMicroseconds = async () =>
    (await Promise.all(servers.map(({ ask }) => ask("cpuMicroseconds")))).reduce((sum, each) => sum + each, 0);
  return {
    name,
    role,
    ask: server.ask,
    async run(seconds, measured) {
      const rowsBefore = countsRows ? await server.ask("rowCount") : 0;
      await Promise.all(servers.map(({ ask }) => ask("startWatchingTurns")));
      const cpuBefore = await cpuMicroseconds();
      const given = typeof load === "function" ? load() : load;
      await measured?.begin();
      const ports = servers.map(({ facts }) => facts.port);
      const result = await sendLoadToAll(ports, { seconds, ...given });
      const cpu = (await cpuMicroseconds()) - cpuBefore;
      const stops = await Promise.all(servers.map(({ ask }) => ask("longestStops")));
      await measured?.end();
      if (countsRows) {
        const stored = (await server.ask("rowCount")) - rowsBefore;
        if (stored < result.count) throw new Error(`${name}: ${result.count} acknowledged, ${stored} stored`);
      }
      return { ...result, cpuMicroseconds: cpu / result.count, ...longestOf(stops) };
    },
    close: async () => {
      for (const each of servers) await each.stop();
    },
  };
}

function longestOf(stops) {
  const longest = (field) => Math.max(...stops.map((each) => each[field]));
  const blockedMs = longest("blockedMs");
  return stops[0].blockedCpuMs === undefined ? { blockedMs } : { blockedMs, blockedCpuMs: longest("blockedCpuMs") };
}
