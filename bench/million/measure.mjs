// `npm run bench:million`: measures every route, panel page and verb at a thousand payments and at a million,
// in one table. The databases are created when they are missing and kept in the folder. Options: --database
// sqlite|postgres --folder --sizes 1000,1000000 --only WORD --rounds 15; --write puts the table into the
// database's section of MILLION.md.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createPaymentService } from "@payment-sessions/server-kit";
import { openDatabases } from "./databases.mjs";
import { rowsToMeasure } from "./rows.mjs";
import { writeSection } from "./write-section.mjs";

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "sqlite" },
    folder: { type: "string", default: join(tmpdir(), "payment-sessions-million") },
    sizes: { type: "string", default: "1000,1000000" },
    only: { type: "string" },
    rounds: { type: "string", default: "15" },
    write: { type: "boolean", default: false },
  },
});
const sizes = values.sizes.split(",").map(Number);
const warmUps = 3;
const isOnServer = values.database === "postgres";
const now = Date.UTC(2026, 0, 1);
const databases = await openDatabases(values.database, values.folder);
const opened = [];
for (const payments of sizes) {
  const { storage, isNew, fill, examples } = await databases.open(payments);
  if (isNew) await makeDatabase(payments, { storage: storage(), fill });
  const service = createService(storage());
  await service.start();
  const server = await service.listen(0);
  opened.push({ service, rows: await rowsToMeasure({ service, server, examples: await examples() }) });
}
const results = [];
for (const [index, { name }] of opened[0].rows.entries()) {
  if (values.only !== undefined && !name.includes(values.only)) continue;
  results.push({ name, cells: await measure(opened.map(({ rows }) => rows[index].run)) });
}
for (const { service } of opened) await service.stop();
await databases.stop();
const table = tableOf(results);
console.log(table);
if (values.write) writeSection(values.database, table, Number(values.rounds));

function createService(storage) {
  const silent = () => {};
  return createPaymentService({
    baseUrl: "http://127.0.0.1",
    storage,
    rateLimits: false,
    clock: { now: () => now },
    panel: { signIn: async () => ({ email: "operator@example.com", role: "operator" }), signInUrl: "/" },
    logger: { debug: silent, info: silent, warn: silent, error: console.error },
  });
}

async function makeDatabase(payments, { storage, fill }) {
  const startedAt = performance.now();
  const service = createService(storage);
  await service.stores.list();
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
  await fill({ payments, now }, (done, all) => {
    if (done % 100_000 === 0 || done === all) console.error(`${done} of ${all} payments`);
  });
  console.error(`${payments} payments: made in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

/**
 * On SQLite: the median of this process's CPU milliseconds for one call of each, taking turns; and the
 * longest time that the event loop was blocked, in the half of the rounds with the shortest blocks. Other
 * programs on the machine affect elapsed time, but CPU time only little. On PostgreSQL another process does
 * the work: elapsed milliseconds, in the fastest quarter of the rounds.
 */
async function measure(runs) {
  const watch = isOnServer ? watchTime : watchProcess;
  const cells = runs.map(() => ({ cost: [], lag: [] }));
  for (let round = -warmUps; round < Number(values.rounds); round += 1) {
    for (const [index, run] of runs.entries()) {
      const end = watch();
      await run(round);
      const { cost, lag } = await end();
      if (round < 0) continue;
      cells[index].cost.push(cost);
      cells[index].lag.push(lag);
    }
  }
  return cells.map(({ cost, lag }) => ({ cost: quantile(cost, isOnServer ? 0.25 : 0.5), lag: quantile(lag, 0.5) }));
}

function watchTime() {
  const startedAt = performance.now();
  return async () => ({ cost: performance.now() - startedAt, lag: 0 });
}

function watchProcess() {
  const lag = watchLag();
  const before = process.cpuUsage();
  return async () => {
    const { user, system } = process.cpuUsage(before);
    return { cost: (user + system) / 1000, lag: await lag() };
  };
}

/**
 * Turns of the event loop follow each other immediately, so that the longest gap between two is how long the
 * loop was blocked.
 */
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

function quantile(figures, share) {
  return figures.sort((left, right) => left - right)[Math.floor(figures.length * share)];
}

function tableOf(measured) {
  const heads = sizes.map((size) => `${size} payments: ${isOnServer ? "ms" : "CPU ms"}`);
  const lines = measured.map(({ name, cells }) => {
    const ratio = cells.at(-1).cost / cells[0].cost;
    const figures = cells.map(({ cost }) => cost.toFixed(2)).join(" | ");
    const lag = isOnServer ? "" : ` ${cells.at(-1).lag.toFixed(1)} |`;
    return `| ${name} | ${figures} | ${ratio.toFixed(2)} |${lag}`;
  });
  return [
    `| What | ${heads.join(" | ")} | ratio |${isOnServer ? "" : " event loop blocked, ms |"}`,
    `|---|${sizes.map(() => "---:|").join("")}---:|${isOnServer ? "" : "---:|"}`,
    ...lines,
  ].join("\n");
}
