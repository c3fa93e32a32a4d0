// The same calls at a thousand payments and at a million, on the files that `npm run bench:million` makes and keeps.
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { startServer } from "../measure/child-server.mjs";
import { httpContestant } from "./http-contestant.mjs";

const folder = process.env.BENCH_MILLION_FOLDER ?? join(tmpdir(), "payment-sessions-million");
const sizes = [
  ["1 000 payments", "ceiling", "1000.db"],
  ["1 000 000 payments", "ours", "1000000.db"],
];
const merchantId = "shop_0";
/** The day that the files are filled for. */
const now = Date.UTC(2026, 0, 1);

function growthRow({ name, title, loadOf }) {
  return {
    name,
    title,
    unit: "requests/s",
    aim: "at 1 000 000 within 1.2 of 1 000",
    isReached: ({ ratio }) => ratio("1 000 000 payments") >= 1 / 1.2,
    async prepare() {
      const missing = sizes.filter(([, , file]) => !existsSync(join(folder, file)));
      if (missing.length > 0) {
        return { contestants: [], missing: [`NOT RUN, ${folder} lacks the files: npm run bench:million makes them`] };
      }
      const contestants = [];
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
        contestants.push(httpContestant({ name: label, role, server, load }));
      }
      return { contestants };
    },
  };
}

/** A thousand of them, from everywhere in the table. */
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

export const growth = [
  growthRow({
    name: "growth-status",
    title: "Growth: status read",
    loadOf: ({ apiKey, payments }) => ({
      path: "",
      paths: payments.map(({ paymentId }) => `/payments/${paymentId}/status`),
      headers: { authorization: `Bearer ${apiKey}` },
    }),
  }),
  growthRow({
    name: "growth-initialize",
    title: "Growth: initialize",
    loadOf: ({ apiKey }) => ({
      method: "POST",
      path: "/payments/initialize",
      headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ merchantId, orderId: "order-[<id>]", amountCents: 1999, currency: "EUR" }),
    }),
  }),
  growthRow({
    name: "growth-list",
    title: "Growth: the panel's list of payments",
    loadOf: () => ({ path: `/panel/stores/${merchantId}/transactions` }),
  }),
];
