// GET /payments/{paymentId}/status over a thousand payments, requested in turn.
import { startServer } from "../measure/child-server.mjs";
import { startPostgres } from "../measure/postgres-server.mjs";
import { createPayments } from "./create-payments.mjs";
import { httpCandidate } from "./http-candidate.mjs";

/** @type {import("../measure/run-benchmark.mjs").Benchmark} */
export const status = {
  name: "status",
  title: "Status read, 50 connections",
  unit: "requests/s",
  aim: ">= 0.7 of the echo",
  isReached: ({ ratio }) => ratio("Payment Sessions") >= 0.7,
  async prepare() {
    const postgres = await startPostgres();
    const ours = await startServer("payment-sessions.mjs");
    const [store] = ours.facts.stores;
    const paymentIds = await createPayments(ours.facts.port, store, 1000);
    const load = loadOf(store, paymentIds);
    const { headers, paths } = load;
    const response = await (await fetch(`http://127.0.0.1:${ours.facts.port}${paths[0]}`, { headers })).json();
    const echo = await startServer("koa-echo.mjs", { response });
    return {
      candidates: [
        httpCandidate({ name: "Koa echo", role: "ceiling", server: echo, load }),
        httpCandidate({ name: "Payment Sessions", role: "ours", server: ours, load }),
        ...(postgres === undefined ? [] : await postgresCandidates(postgres)),
      ],
      missing: postgres === undefined ? ["Fastify with PostgreSQL, ours on PostgreSQL: none is installed"] : [],
    };
  },
};

function loadOf({ apiKey }, paymentIds) {
  return {
    paths: paymentIds.map((paymentId) => `/payments/${paymentId}/status`),
    headers: { authorization: `Bearer ${apiKey}` },
  };
}

/** The peer is closed last, and with it the PostgreSQL server. */
async function postgresCandidates(postgres) {
  const server = await startServer("payment-sessions.mjs", { connectionString: await postgres.createDatabase() });
  const [store] = server.facts.stores;
  const load = loadOf(store, await createPayments(server.facts.port, store, 1000));
  const ours = httpCandidate({ name: "Payment Sessions on PostgreSQL", role: "ours", server, load });
  return [ours, await fastifyCandidate(postgres)];
}

/** Its thousand rows have the ids 1 to 1000. */
async function fastifyCandidate({ connectionString, stop }) {
  const server = await startServer("fastify-pg.mjs", { connectionString, rowCount: 1000 });
  const load = { paths: Array.from({ length: 1000 }, (_, index) => `/payments/${index + 1}/status`) };
  const peer = httpCandidate({ name: "Fastify with PostgreSQL, one select", role: "peer", server, load });
  return { ...peer, close: () => peer.close().finally(stop) };
}
