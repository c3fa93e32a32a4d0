// Which test files run on PostgreSQL as well: representative ones in `npm test`, all others in `npm run test:long`. They take their storage
// from storages.ts, and are the very files that run on SQLite.

const folder = "packages/server-kit/test";
const inFolder = (paths: readonly string[]) => paths.map((path) => `${folder}/${path}`);

/** Those that meet the most of what two storages could do differently in the least time. */
export const quickOnPostgres = inFolder([
  "checkout/page-guards.test.ts",
  "checkout/no-script.test.ts",
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
  "flows/*.test.ts",
  "panel/*.test.ts",
  "service/*.test.ts",
  "statements/*.test.ts",
]);

/** No storage in them. */
export const withoutStorage = inFolder([
  "checkout/epc-qr.test.ts",
  "flows/password-queue.test.ts",
  "panel/delivery-advice.test.ts",
  "statements/csv.test.ts",
  "statements/match-entry.test.ts",
  "statements/memory.long.test.ts",
  "statements/mt940.test.ts",
]);
