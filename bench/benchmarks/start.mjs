// Measures the time from the start of a process to its first response, and its memory when idle.
import { startServer } from "../measure/child-server.mjs";
import { startPostgres } from "../measure/postgres-server.mjs";

const idleMs = 500;

function starting(name, role, program, { settings, path, close }) {
  return {
    name,
    role,
    async run() {
      const startedAt = performance.now();
      const server = await startServer(program, settings);
      const response = await fetch(`http://127.0.0.1:${server.facts.port}${path}`);
      await response.arrayBuffer();
      const elapsedMs = performance.now() - startedAt;
      if (response.status !== 200) throw new Error(`${name}: ${path} responded with ${response.status}`);
      await new Promise((resolve) => setTimeout(resolve, idleMs));
      const memoryMb = (await server.ask("residentBytes")) / 1e6;
      const cpuMicroseconds = await server.ask("cpuMicroseconds");
      await server.stop();
      return { rate: 1000 / elapsedMs, p50Ms: elapsedMs, cpuMicroseconds, memoryMb };
    },
    close,
  };
}

/** @type {import("../measure/run-benchmark.mjs").Benchmark} */
export const start = {
  name: "start",
  title: "Start of a process to its first response, with a new file; memory when idle",
  unit: "starts/s",
  aim: "<= 300 ms, <= 90 MB",
  isReached: ({ figure }) => figure("Payment Sessions", "p50Ms") <= 300 && figure("Payment Sessions", "memoryMb") <= 90,
  async prepare() {
    const candidates = [
      starting("Koa echo", "ceiling", "koa-echo.mjs", { settings: {}, path: "/" }),
      starting("Payment Sessions", "ours", "payment-sessions.mjs", { settings: { storeCount: 0 }, path: "/live" }),
    ];
    const postgres = await startPostgres();
    if (postgres === undefined) return { candidates, missing: ["Fastify with PostgreSQL: none is installed"] };
    const { connectionString, stop } = postgres;
    const settings = { connectionString, rowCount: 1 };
    const peer = { settings, path: "/payments/1/status", close: stop };
    return { candidates: [...candidates, starting("Fastify with PostgreSQL", "peer", "fastify-pg.mjs", peer)] };
  },
};
