// Which test files run on PostgreSQL as well: representative ones in `npm test`, all others in `npm run test:long`. They take their storage
// from storages.ts, and are the very files that run on SQLite.

const folder = "packages/server-kit/test";
const inFolder = (paths: readonly string[]) => paths.map((path) => `${folder}/${path}`);

/** Those that meet the most of what two storages could do differently in the least time. */
export const quickOnPostgres = inFolder([
  "checkout/page-guards.test.ts",
  "checkout/no-script.test.ts",
  "delivery/clock-set-back.test.ts",
  "delivery/deliver-webhook.test.ts",
  "delivery/fairness.test.ts",
  "delivery/restarts.test.ts",
  "flows/*.test.ts",
  "panel/money.test.ts",
  "panel/pages.test.ts",
  "panel/statements.test.ts",
  "service/ending.test.ts",
  "service/races-and-time.test.ts",
  "service/reported-tries.test.ts",
  "service/smoke.test.ts",
  "service/store-deleted-meanwhile.test.ts",
  "statements/decide-entry.test.ts",
]);

export const allOnPostgres = inFolder([
  "banks/*.test.ts",
  "checkout/*.test.ts",
  "crash/*.test.ts",
  "delivery/*.test.ts",
  "flows/*.test.ts",
  "panel/*.test.ts",
  "service/*.test.ts",
  "statements/*.test.ts",
]);

/** No storage in them, or about the engine of a process that has its database to itself: test/postgres/instances.test.ts is about others. */
export const notOnPostgres = inFolder([
  "checkout/epc-qr.test.ts",
  "delivery/cases.test.ts",
  "delivery/delivery-schedule.test.ts",
  "delivery/killed-engine.test.ts",
  "delivery/killed-send.long.test.ts",
  "delivery/many-stores.long.test.ts",
  "delivery/recover-interrupted.test.ts",
  "flows/password-queue.test.ts",
  "panel/delivery-advice.test.ts",
  "statements/csv.test.ts",
  "statements/match-entry.test.ts",
  "statements/memory.long.test.ts",
  "statements/mt940.test.ts",
]);
