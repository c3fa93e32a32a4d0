// A server under load as a contestant: rate, CPU time of the server for each request, latency; rows are counted where they matter.
import { sendLoad } from "../measure/http-load.mjs";

/**
 * @param {{ name: string, role: "ceiling" | "ours" | "peer", server: any, load: object | (() => object), countsRows?: boolean }} contestant
 * @returns {import("../measure/run-row.mjs").Contestant}
 */
export function httpContestant({ name, role, server, load, countsRows = false }) {
  return {
    name,
    role,
    ask: server.ask,
    async run(seconds, measured) {
      const rowsBefore = countsRows ? await server.ask("rowCount") : 0;
      const cpuBefore = await server.ask("cpuMicroseconds");
      const given = typeof load === "function" ? load() : load;
      await measured?.begin();
      const result = await sendLoad({ port: server.facts.port, seconds, ...given });
      const cpu = (await server.ask("cpuMicroseconds")) - cpuBefore;
      await measured?.end();
      if (countsRows) {
        const stored = (await server.ask("rowCount")) - rowsBefore;
        if (stored < result.count) throw new Error(`${name}: ${result.count} acknowledged, ${stored} stored`);
      }
      return { ...result, cpuMicroseconds: cpu / result.count };
    },
    close: () => server.stop(),
  };
}
