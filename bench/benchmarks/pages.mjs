// HTML pages: the buyer's checkout page and the panel's list of payments.
import { startServer } from "../measure/child-server.mjs";
import { startPostgres } from "../measure/postgres-server.mjs";
import { createPayments } from "./create-payments.mjs";
import { httpCandidate } from "./http-candidate.mjs";

const paymentCount = 1000;
/** Rows on one page of the panel's list. */
const rowsPerListPage = 50;

function pageBenchmark({ name, title, aim, listed, pathOf, mustContain }) {
  return {
    name,
    title,
    unit: "pages/s",
    aim,
    async prepare() {
      const ours = await startServer("payment-sessions.mjs");
      const [store] = ours.facts.stores;
      const created = await createPayments(ours.facts.port, store, paymentCount, "prepared", "paymentUrl");
      const path = pathOf(store, created);
      const page = await readPage(ours.facts.port, path, mustContain);
      const load = { path };
      const candidates = [
        httpCandidate({
          name: "Koa, the same bytes",
          role: "ceiling",
          server: await startServer("koa-echo.mjs", { page }),
          load,
        }),
        httpCandidate({ name: "Payment Sessions", role: "ours", server: ours, load }),
      ];
      const postgres = await startPostgres();
      if (postgres === undefined) return { candidates, missing: ["Fastify with PostgreSQL: none is installed"] };
      const { connectionString, stop } = postgres;
      const server = await startServer("fastify-pg.mjs", { connectionString, rowCount: paymentCount, page, listed });
      const peer = httpCandidate({
        name: "Fastify with PostgreSQL, one select and the same page",
        role: "peer",
        server,
        load: { path: "/page" },
      });
      return { candidates: [...candidates, { ...peer, close: () => peer.close().finally(stop) }] };
    },
  };
}

async function readPage(port, path, mustContain) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  const page = await response.text();
  if (response.status !== 200 || !page.includes(mustContain)) {
    throw new Error(`${path} responded with ${response.status} without "${mustContain}"`);
  }
  return page;
}

export const pages = [
  pageBenchmark({
    name: "checkout-page",
    title: "Checkout page, 50 connections",
    aim: "shown beside the others",
    listed: 1,
    pathOf: (_store, [paymentUrl]) => new URL(paymentUrl).pathname + new URL(paymentUrl).search,
    mustContain: "19.99",
  }),
  pageBenchmark({
    name: "panel-list",
    title: "Panel: list of payments, 50 connections",
    aim: "shown beside the others",
    listed: rowsPerListPage,
    pathOf: ({ merchantId }) => `/panel/stores/${merchantId}/transactions`,
    mustContain: "prepared-1000",
  }),
];
