// Which test files run on PostgreSQL as well, in `npm test` or in `npm run test:long`. They take their storage from storages.ts, and are the
// very files that run on SQLite. Files that open a storage and are in no list are in `notOnPostgres` with the reason;
// test/on-postgres.test.ts compares the lists with the files.

const folder = "packages/server-kit/test";
const inFolder = (paths: readonly string[]) => paths.map((path) => `${folder}/${path}`);
const byPathInFolder = (entries: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(entries).map(([path, reason]) => [`${folder}/${path}`, reason]));

const foldersOfEveryRun = ["crash", "delivery", "panel"];
const foldersOfLongRun = ["banks", "checkout", "cli", "flows", "http", "service", "simulation", "statements"];

const testsIn = (name: string) => `${name}/*.test.ts`;

/** In `npm test`; the long ones of these folders are in the long run. */
export const onPostgres = inFolder(foldersOfEveryRun.map(testsIn));

export const longOnPostgres = inFolder([
  "crash/*.long.test.ts",
  "delivery/*.long.test.ts",
  "background/mails-work.test.ts",
  "background/metrics.test.ts",
  ...foldersOfLongRun.map(testsIn),
]);

/** One walk of the checkout and one of the panel; the others show the same pages. */
export const inBrowserOnPostgres = inFolder(["checkout/journey.browser.test.ts", "panel/walk.browser.test.ts"]);

const noStorage = "opens no storage";
const ofSqliteFiles = "about SQLite's file";
const onBoth = "opens both storages itself, and runs on both wherever it runs";
const ofPostgres = "about PostgreSQL alone, and runs on it wherever it runs";
const noMatter = "about what does not depend on the storage";

/** Patterns of files that do not run on PostgreSQL a second time: of those that open a storage, and of those that the lists above would take. */
export const notOnPostgres: Readonly<Record<string, string>> = {
  "examples/*/test/*.test.ts": "about programs for a start, which keep a file",
  "packages/sdk/test/cli/listen.test.ts": noMatter,
  "packages/sdk/test/mock/random-calls.long.test.ts":
    "compares the mock with the service; contract-postgres.test.ts has the contract",
  ...byPathInFolder({
    "checkout/*.browser.test.ts": `${noMatter}: what a browser shows; inBrowserOnPostgres has two`,
    "panel/*.browser.test.ts": `${noMatter}: what a browser shows; inBrowserOnPostgres has two`,
    "reference/*.test.ts": noMatter,
    "readme/bank-adapter.test.ts": noMatter,
    "outbound/adapter-calls.test.ts": noMatter,
    "deployment-files.test.ts": "about the files of docs/deployment/, which start with a file",
    "checkout/epc-qr.test.ts": noStorage,
    "background/webhook-client.test.ts": noMatter,
    "cli/backup.test.ts": ofSqliteFiles,
    "cli/config-file.test.ts": noMatter,
    "cli/doctor-*.test.ts": ofSqliteFiles,
    "cli/nginx-operator.long.test.ts": noMatter,
    "cli/output.test.ts": "about the streams of a process",
    "cli/postgres-doctor.test.ts": ofPostgres,
    "cli/postgres.test.ts": ofPostgres,
    "cli/restore.test.ts": ofSqliteFiles,
    "cli/serving.test.ts": "about a process that has its file to itself; cli/postgres.test.ts serves on PostgreSQL",
    "cli/stop-on-signal.test.ts": noStorage,
    "cli/wrong-use.test.ts": noMatter,
    "contract/contract-hosts.long.test.ts": "about hosts; contract-postgres.test.ts has the whole contract",
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
  }),
};
