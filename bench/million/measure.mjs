// `npm run bench:million`: every route, panel page and verb at a thousand payments and at a million, in one table. The files are made
// when they are missing and kept in the folder. Options: --folder --sizes 1000,1000000 --only WORD --rounds 15.
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
    rounds: { type: "string", default: "15" },
  },
});
const sizes = values.sizes.split(",").map(Number);
const warmUps = 3;
const now = Date.UTC(2026, 0, 1);
mkdirSync(values.folder, { recursive: true });

const opened = [];
for (const payments of sizes) {
  const filename = join(values.folder, `${payments}.db`);
  const service = createService(filename);
  if (!existsSync(filename)) await makeFile(filename, payments);
  await service.start();
  const server = await service.listen(0);
  opened.push({ service, rows: await rowsToMeasure({ service, server, filename }) });
}
const results = [];
for (const [index, { name }] of opened[0].rows.entries()) {
  if (values.only !== undefined && !name.includes(values.only)) continue;
  results.push({ name, cells: await measure(opened.map(({ rows }) => rows[index].run)) });
}
for (const { service } of opened) await service.stop();
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

/**
 * CPU milliseconds of this process for one call of each, taking turns: the median; and the longest time that the event loop stood still, of
 * the calmest half of the rounds. Other programs on the machine change the wall clock, and little of this.
 */
async function measure(runs) {
  const cells = runs.map(() => ({ cpu: [], lag: [] }));
  for (let round = -warmUps; round < Number(values.rounds); round += 1) {
    for (const [index, run] of runs.entries()) {
      const lag = watchLag();
      const before = process.cpuUsage();
      await run(round);
      const { user, system } = process.cpuUsage(before);
      const longest = await lag();
      if (round < 0) continue;
      cells[index].cpu.push((user + system) / 1000);
      cells[index].lag.push(longest);
    }
  }
  return cells.map(({ cpu, lag }) => ({ cpu: middle(cpu), lag: middle(lag) }));
}

/** Turns of the event loop follow each other at once, so that the longest gap between two is how long something held it. */
function watchLag() {
  let longest = 0;
  let before = performance.now();
  let isOver = false;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return async () => {
    isOver = true;
    await new Promise((resolve) => setImmediate(resolve));
    return longest;
  };
}

function middle(figures) {
  return figures.sort((left, right) => left - right)[Math.floor(figures.length / 2)];
}

function printTable() {
  const heads = sizes.map((size) => `${size} payments: CPU ms`);
  console.log(`| What | ${heads.join(" | ")} | ratio | event loop held, ms |`);
  console.log(`|---|${sizes.map(() => "---:|").join("")}---:|---:|`);
  for (const { name, cells } of results) {
    const ratio = cells.at(-1).cpu / cells[0].cpu;
    const figures = cells.map(({ cpu }) => cpu.toFixed(2)).join(" | ");
    console.log(`| ${name} | ${figures} | ${ratio.toFixed(2)} | ${cells.at(-1).lag.toFixed(1)} |`);
  }
}
