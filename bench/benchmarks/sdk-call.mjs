// One status call of the client against an echo server, 50 in flight: the client's overhead compared with the
// platform's fetch and openapi-fetch over ky.
import { PaymentSessions } from "@payment-sessions/sdk";
import ky from "ky";
import createClient from "openapi-fetch";
import { startServer } from "../measure/child-server.mjs";

function candidate(name, role, call) {
  return {
    name,
    role,
    async run(seconds) {
      const until = performance.now() + seconds * 1000;
      const cpuBefore = process.cpuUsage();
      const startedAt = performance.now();
      let count = 0;
      const work = async () => {
        while (performance.now() < until) {
          const { status } = await call();
          if (status !== "pending") throw new Error(`${name} read ${status}`);
          count += 1;
        }
      };
      await Promise.all(Array.from({ length: 50 }, work));
      const { user, system } = process.cpuUsage(cpuBefore);
      return { rate: (count / (performance.now() - startedAt)) * 1000, cpuMicroseconds: (user + system) / count };
    },
  };
}

/** @type {import("../measure/run-benchmark.mjs").Benchmark} */
export const sdkCall = {
  name: "sdk-call",
  title: "One SDK call, 50 in flight",
  unit: "calls/s",
  aim: "no slower than bare openapi-fetch over ky",
  isReached: ({ ratio }) => ratio("Payment Sessions") >= ratio("openapi-fetch over ky"),
  async prepare() {
    const server = await startServer("koa-echo.mjs");
    const baseUrl = `http://127.0.0.1:${server.facts.port}`;
    // Started only for a well-formed API key: the client checks its format, the echo server does not.
    const { facts, stop } = await startServer("payment-sessions.mjs");
    await stop();
    const payments = new PaymentSessions({ apiKey: facts.stores[0].apiKey, baseUrl });
    const openapi = createClient({ baseUrl, fetch: (request) => ky(request) });
    const plain = candidate("platform fetch", "ceiling", async () =>
      (await fetch(`${baseUrl}/payments/pay_1/status`)).json(),
    );
    return {
      candidates: [
        { ...plain, close: server.stop },
        candidate("Payment Sessions", "ours", () => payments.sessions.status("pay_1")),
        candidate("openapi-fetch over ky", "peer", async () => (await openapi.GET("/payments/pay_1/status")).data),
      ],
    };
  },
};
