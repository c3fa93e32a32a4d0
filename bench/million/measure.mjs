// `npm run bench:million`: every route, panel page and verb at a thousand payments and at a million, in one table. The files are made
// when they are missing and kept in the folder. Options: --folder --sizes 1000,1000000 --only WORD --rounds 7.
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createPaymentService, sqliteStorage } from "@payment-sessions/server-kit";
import Sqlite from "better-sqlite3";
import { makePayments } from "./make-payments.mjs";
import { rowsToMeasure } from "./rows.mjs";

const { values } = parseArgs({
  options: {
    folder: { type: "string", default: join(tmpdir(), "payment-sessions-million") },
    sizes: { type: "string", default: "1000,1000000" },
    only: { type: "string" },
    rounds: { type: "string", default: "7" },
  },
});
const sizes = values.sizes.split(",").map(Number);
const now = Date.UTC(2026, 0, 1);
mkdirSync(values.folder, { recursive: true });

const results = new Map();
for (const payments of sizes) {
  const filename = join(values.folder, `${payments}.db`);
  const service = createService(filename);
  if (!existsSync(filename)) await makeFile(filename, payments);
  await service.start();
  const server = await service.listen(0);
  for (const { name, run } of await rowsToMeasure({ service, server, filename })) {
    if (values.only !== undefined && !name.includes(values.only)) continue;
    results.set(name, [...(results.get(name) ?? []), await measure(run)]);
  }
  await service.stop();
}
printTable();

function createService(filename) {
  const silent = () => {};
  return createPaymentService({
    baseUrl: "http://127.0.0.1",
    storage: sqliteStorage({ filename }),
    rateLimits: false,
    clock: { now: () => now },
    panel: { signIn: async () => ({ email: "operator@example.com", role: "operator" }), signInUrl: "/" },
    logger: { debug: silent, info: silent, warn: silent, error: console.error },
  });
}

async function makeFile(filename, payments) {
  const startedAt = performance.now();
  const service = createService(filename);
  for (let number = 0; number < 50; number += 1) {
    await service.stores.create({
      merchantId: `shop_${number}`,
      name: `Store ${number}`,
      kyc: "approved",
      verification: "approved",
      contactEmail: "shop@example.com",
      webhookUrl: "https://shop.example/hook",
      paymentMethods: { qr_pay: "live", bank_transfer: "live" },
      bankAccount: { bankName: "Bank", accountHolder: "Store", iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
    });
  }
  await service.stop();
  const database = new Sqlite(filename);
  makePayments(database, { payments, now }, (done, all) => {
    if (done % 100_000 === 0 || done === all) console.error(`${done} of ${all} payments`);
  });
  database.close();
  console.error(`${filename}: made in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

/** Milliseconds: the first call, and the median of the later ones. */
async function measure(run) {
  const times = [];
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    const startedAt = performance.now();
    await run(round);
    times.push(performance.now() - startedAt);
  }
  const [first, ...later] = times;
  return { first, median: later.sort((left, right) => left - right)[Math.floor(later.length / 2)] };
}

function printTable() {
  console.log(`| What | ${sizes.map((size) => `${size} payments: first / median ms`).join(" | ")} |`);
  console.log(`|---|${sizes.map(() => "---:|").join("")}`);
  for (const [name, cells] of results) {
    console.log(
      `| ${name} | ${cells.map(({ first, median }) => `${first.toFixed(1)} / ${median.toFixed(1)}`).join(" | ")} |`,
    );
  }
}
