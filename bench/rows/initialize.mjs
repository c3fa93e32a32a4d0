// POST /payments/initialize: one durable payment for each request.
import { startServer } from "../measure/child-server.mjs";
import { startPostgres } from "../measure/postgres-server.mjs";
import { httpContestant } from "./http-contestant.mjs";

/** @type {import("../measure/run-row.mjs").Row} */
export const initialize = {
  name: "initialize",
  title: "Initialize, durable, 50 connections",
  unit: "requests/s",
  aim: ">= 0.5 of the echo, ahead of Fastify with PostgreSQL",
  async prepare() {
    const ours = await startServer("payment-sessions.mjs");
    const postgres = await startPostgres();
    const [{ merchantId, apiKey }] = ours.facts.stores;
    const load = {
      method: "POST",
      path: "/payments/initialize",
      headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ merchantId, orderId: "order-[<id>]", amountCents: 1999, currency: "EUR" }),
    };
    const contestants = [
      httpContestant({ name: "Koa echo", role: "ceiling", server: await startServer("koa-echo.mjs"), load }),
      httpContestant({ name: "Payment Sessions", role: "ours", server: ours, load, countsRows: true }),
      httpContestant({
        name: "Koa, one insert and commit each",
        role: "peer",
        server: await startServer("koa-insert.mjs"),
        load,
        countsRows: true,
      }),
    ];
    if (postgres === undefined)
      return { contestants, missing: ["Fastify with PostgreSQL: no PostgreSQL is installed"] };
    const { connectionString } = postgres;
    const peer = httpContestant({
      name: "Fastify with PostgreSQL, one insert",
      role: "peer",
      server: await startServer("fastify-pg.mjs", { connectionString }),
      load,
      countsRows: true,
    });
    contestants.push({ ...peer, close: () => peer.close().finally(postgres.stop) });
    return { contestants };
  },
};
