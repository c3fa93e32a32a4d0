// POST /payments/initialize: one durable payment for each request.
import { startServer } from "../measure/child-server.mjs";
import { startPostgres } from "../measure/postgres-server.mjs";
import { httpCandidate } from "./http-candidate.mjs";

/** Each candidate has a key of its own, so that it creates payments of its own store. */
const loadOf = ([{ merchantId, apiKey }]) => ({
  method: "POST",
  path: "/payments/initialize",
  headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
  body: JSON.stringify({ merchantId, orderId: "order-[<id>]", amountCents: 1999, currency: "EUR" }),
});

/** @type {import("../measure/run-benchmark.mjs").Benchmark} */
export const initialize = {
  name: "initialize",
  title: "Initialize, durable, 50 connections",
  unit: "requests/s",
  aim: ">= 0.5 of the echo, ahead of Fastify with PostgreSQL",
  isReached: ({ ratio }) =>
    ratio("Payment Sessions") >= 0.5 && ratio("Payment Sessions") > (ratio("Fastify with PostgreSQL, one insert") ?? 0),
  async prepare() {
    const ours = await startServer("payment-sessions.mjs");
    const load = loadOf(ours.facts.stores);
    const echo = await startServer("koa-echo.mjs", { response: await responseTo(ours.facts.port, load) });
    const candidates = [
      httpCandidate({ name: "Koa echo", role: "ceiling", server: echo, load }),
      httpCandidate({ name: "Payment Sessions", role: "ours", server: ours, load, countsRows: true }),
      httpCandidate({
        name: "Koa, one insert and commit each",
        role: "peer",
        server: await startServer("koa-insert.mjs"),
        load,
        countsRows: true,
      }),
    ];
    const postgres = await startPostgres();
    if (postgres === undefined)
      return { candidates, missing: ["Fastify with PostgreSQL, ours on PostgreSQL: no PostgreSQL is installed"] };
    const onPostgres = await postgresCandidates(postgres, load);
    const [last] = onPostgres.slice(-1);
    const closeLast = last.close;
    last.close = () => closeLast().finally(postgres.stop);
    return { candidates: [...candidates, ...onPostgres] };
  },
};

async function responseTo(port, { method, path, headers, body }) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body });
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
  return response.json();
}

async function postgresCandidates({ connectionString, createDatabase }, load) {
  const peer = httpCandidate({
    name: "Fastify with PostgreSQL, one insert",
    role: "peer",
    server: await startServer("fastify-pg.mjs", { connectionString }),
    load,
    countsRows: true,
  });
  const ours = [];
  for (const [name, count] of [
    ["Payment Sessions on PostgreSQL, one instance", 1],
    ["Payment Sessions on PostgreSQL, three instances", 3],
  ]) {
    const settings = { connectionString: await createDatabase() };
    const server = await startServer("payment-sessions.mjs", settings);
    const others = [];
    while (others.length < count - 1)
      others.push(await startServer("payment-sessions.mjs", { ...settings, storeCount: 0 }));
    ours.push(
      httpCandidate({ name, role: "ours", server, others, load: loadOf(server.facts.stores), countsRows: true }),
    );
  }
  return [peer, ...ours];
}
