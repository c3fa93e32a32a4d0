// Which test files run on PostgreSQL as well: representative ones in `npm test`, all others in `npm run test:long`. They take their storage
// from storages.ts, and are the very files that run on SQLite. Files that open a storage and are in neither list are in
// `notOnPostgres` with the reason; test/on-postgres.test.ts compares the lists with the files.

const folder = "packages/server-kit/test";
const inFolder = (paths: readonly string[]) => paths.map((path) => `${folder}/${path}`);

/**
 * Those that meet the most of what two storages could do differently in the least time: `npm test` has to end within minutes on two cores.
 * Left to the long run are those that take more than some seconds there: crashes (an instance that is gone is noticed after 2.5 s), banks
 * that misbehave, the simulated month, and tests that visit every page.
 */
export const quickOnPostgres = inFolder([
  "checkout/page-guards.test.ts",
  "checkout/no-script.test.ts",
  "cli/redeliver-failed.test.ts",
  "delivery/clock-set-back.test.ts",
  "delivery/deliver-webhook.test.ts",
  "delivery/fairness.test.ts",
  "delivery/restarts.test.ts",
  "flows/*.test.ts",
  "http/find-caller.test.ts",
  "http/no-room.test.ts",
  "http/readiness.test.ts",
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
  "background/mails-work.test.ts",
  "background/metrics.test.ts",
  "banks/*.test.ts",
  "checkout/*.test.ts",
  "cli/*.test.ts",
  "crash/*.test.ts",
  "delivery/*.test.ts",
  "flows/*.test.ts",
  "http/*.test.ts",
  "panel/*.test.ts",
  "service/*.test.ts",
  "simulation/*.test.ts",
  "statements/*.test.ts",
]);

const noStorage = "opens no storage";
const ofSqliteFiles = "about SQLite's file";
const onBoth = "opens both storages itself, and runs on both wherever it runs";
const ofPostgres = "about PostgreSQL alone, and runs on it wherever it runs";
const noMatter = "about what does not depend on the storage";

/** Patterns of files that do not run on PostgreSQL a second time: of those that open a storage, and of those that the lists above would take. */
export const notOnPostgres: Readonly<Record<string, string>> = {
  "examples/*/test/*.test.ts": "about programs for a start, which keep a file",
  "packages/sdk/test/cli/listen.test.ts": noMatter,
  ...Object.fromEntries(
    Object.entries({
      "checkout/*.browser.test.ts": `${noMatter}: what a browser shows`,
      "panel/*.browser.test.ts": `${noMatter}: what a browser shows`,
      "reference/*.test.ts": noMatter,
      "readme/bank-adapter.test.ts": noMatter,
      "outbound/adapter-calls.test.ts": noMatter,
      "deployment-files.test.ts": "about the files of deploy/, which start with a file",
      "checkout/epc-qr.test.ts": noStorage,
      "background/webhook-client.test.ts": noMatter,
      "cli/backup.test.ts": ofSqliteFiles,
      "cli/config-file.test.ts": noMatter,
      "cli/doctor-*.test.ts": ofSqliteFiles,
      "cli/nginx-operator.long.test.ts": noMatter,
      "cli/postgres-doctor.test.ts": ofPostgres,
      "cli/postgres.test.ts": ofPostgres,
      "cli/restore.test.ts": ofSqliteFiles,
      "cli/serving.test.ts": "about a process that has its file to itself; cli/postgres.test.ts serves on PostgreSQL",
      "cli/wrong-use.test.ts": noMatter,
      "contract/contract-koa.test.ts": "about hosts; contract-postgres.test.ts has the whole contract",
      "contract/contract-nested.long.test.ts": "about hosts; contract-postgres.test.ts has the whole contract",
      "contract/contract-postgres.test.ts": ofPostgres,
      "contract/contract.test.ts": "contract-postgres.test.ts is the same suite",
      "copy/*.test.ts": onBoth,
      "readme/from-sqlite-to-postgres.test.ts": onBoth,
      "delivery/cases.test.ts": noStorage,
      "delivery/delivery-schedule.test.ts": noStorage,
      "flows/password-queue.test.ts": noStorage,
      "http/client-address.test.ts": noStorage,
      "http/validation-details.test.ts": noStorage,
      "load/*.test.ts": ofPostgres,
      "panel/delivery-advice.test.ts": noStorage,
      "postgres/*.test.ts": ofPostgres,
      "races/*.test.ts": onBoth,
      "simulation/month*.long.test.ts":
        "20,000 payments had not ended after six minutes there; month.test.ts plays 250 of them",
      "statements/camt.test.ts": noStorage,
      "statements/csv.test.ts": noStorage,
      "statements/fuzz.test.ts": noStorage,
      "statements/match-entry.test.ts": noStorage,
      "statements/memory.long.test.ts": `${ofSqliteFiles} in the process that is measured`,
      "statements/mt940.test.ts": noStorage,
      "storage/*.test.ts": onBoth,
      "year/*.test.ts": "a year takes half an hour, and what it does is in the other suites",
    }).map(([path, reason]) => [`${folder}/${path}`, reason]),
  ),
};
