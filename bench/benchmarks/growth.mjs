// Measures the same calls at a thousand payments and at a million, on the files that `npm run bench:million`
// creates and keeps.
import { closeSync, constants, copyFileSync, existsSync, fsyncSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { startServer } from "../measure/child-server.mjs";
import { httpCandidate } from "./http-candidate.mjs";

const folder = process.env.BENCH_MILLION_FOLDER ?? join(tmpdir(), "payment-sessions-million");
const sizes = [
  ["1 000 payments", "ceiling", "1000.db"],
  ["1 000 000 payments", "ours", "1000000.db"],
];
const merchantId = "shop_0";
/** The clock of the generated files: their newest payments were created at this time. */
const now = Date.UTC(2026, 0, 1);

function growthBenchmark({ name, title, loadOf }) {
  return {
    name,
    title,
    unit: "requests/s",
    aim: "at 1 000 000 within 1.2 of 1 000",
    isReached: ({ ratio }) => ratio("1 000 000 payments") >= 1 / 1.2,
    async prepare() {
      const missing = sizes.filter(([, , file]) => !existsSync(join(folder, file)));
      if (missing.length > 0) {
        return {
          candidates: [],
          missing: [`NOT RUN, ${folder} does not have the files: npm run bench:million creates them`],
        };
      }
      const candidates = [];
      for (const [label, role, file] of sizes) {
        const filename = join(folder, file);
        const server = await startServer("payment-sessions.mjs", {
          filename,
          merchantId,
          now,
          storeCount: 0,
          isDeliveryApart: true,
        });
        const load = loadOf({ ...server.facts.stores[0], payments: readPayments(filename) });
        candidates.push(httpCandidate({ name: label, role, server, load }));
      }
      return { candidates };
    },
  };
}

/** A thousand of them, spread over the whole table. */
function readPayments(filename) {
  const database = new Sqlite(filename, { readonly: true });
  const { last } = database.prepare("SELECT max(rowid) AS last FROM payments").get();
  const find = database.prepare(
    "SELECT payment_id AS paymentId FROM payments WHERE rowid >= ? AND merchant_id = ? AND environment = 'live' LIMIT 1",
  );
  const found = Array.from({ length: 1000 }, (_, index) => find.get(Math.floor((index * last) / 1000), merchantId));
  database.close();
  return found.filter((payment) => payment !== undefined);
}

const initializing = "initialize, its webhooks delivered meanwhile";
const listing = "the panel's list of payments";
/** Syncs the copy: otherwise the system would write it to disk during the measurement, and delay all other writes. */
function bringToDisk(filename) {
  const descriptor = openSync(filename, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

const dayMs = 24 * 60 * 60 * 1000;

/** Runs on a copy, since the work that becomes due changes the database. */
const stops = {
  name: "growth-stops",
  title: "Longest stop of the event loop at 1 000 000 payments, while background work runs",
  unit: "requests/s",
  aim: "no stop above 25 ms",
  isReached: ({ figure }) => [initializing, listing].every((name) => figure(name, "blockedMs") <= 25),
  async prepare() {
    const file = sizes[1][2];
    if (!existsSync(join(folder, file)))
      return {
        candidates: [],
        missing: [`NOT RUN, ${folder} does not have ${file}: npm run bench:million creates it`],
      };
    const copyFolder = mkdtempSync(join(folder, "copy-"));
    const filename = join(copyFolder, "payments.db");
    copyFileSync(join(folder, file), filename, constants.COPYFILE_FICLONE);
    bringToDisk(filename);
    const receiver = await startServer("receiver.mjs");
    const server = await startServer("payment-sessions.mjs", {
      filename,
      // Payments that are still open were created within the 30 days before and expire 45 days after their
      // creation: some on each day.
      now: now + 16 * dayMs,
      storeCount: 1,
      receiver: `http://127.0.0.1:${receiver.facts.port}`,
    });
    const echo = await startServer("koa-echo.mjs", { response: {} });
    const [store] = server.facts.stores;
    const initialize = {
      method: "POST",
      path: "/payments/initialize",
      headers: { "content-type": "application/json", authorization: `Bearer ${store.apiKey}` },
      body: JSON.stringify({
        merchantId: store.merchantId,
        orderId: "order-[<id>]",
        amountCents: 1999,
        currency: "EUR",
      }),
    };
    const list = { path: `/panel/stores/${merchantId}/transactions` };
    const withClock = (candidate) => ({
      ...candidate,
      async run(seconds, measured) {
        await server.ask("moveClock", 2 * dayMs);
        return candidate.run(seconds, measured);
      },
    });
    return {
      candidates: [
        httpCandidate({ name: "Koa echo", role: "ceiling", server: echo, load: initialize }),
        withClock(httpCandidate({ name: initializing, role: "ours", server, load: initialize })),
        {
          ...withClock(httpCandidate({ name: listing, role: "ours", server, load: list })),
          async close() {
            await server.stop();
            await receiver.stop();
            rmSync(copyFolder, { recursive: true });
          },
        },
      ],
    };
  },
};

export const growth = [
  growthBenchmark({
    name: "growth-status",
    title: "Growth: status read",
    loadOf: ({ apiKey, payments }) => ({
      path: "",
      paths: payments.map(({ paymentId }) => `/payments/${paymentId}/status`),
      headers: { authorization: `Bearer ${apiKey}` },
    }),
  }),
  growthBenchmark({
    name: "growth-initialize",
    title: "Growth: initialize",
    loadOf: ({ apiKey }) => ({
      method: "POST",
      path: "/payments/initialize",
      headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ merchantId, orderId: "order-[<id>]", amountCents: 1999, currency: "EUR" }),
    }),
  }),
  growthBenchmark({
    name: "growth-list",
    title: "Growth: the panel's list of payments",
    loadOf: () => ({ path: `/panel/stores/${merchantId}/transactions` }),
  }),
  stops,
];
