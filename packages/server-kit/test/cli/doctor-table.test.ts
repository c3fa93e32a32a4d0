// What `doctor` reports for each failure in operation, with the command or setting that fixes it.
import { writeFileSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { describeDiskSpace } from "../../src/cli/file-findings.js";
import type { Finding } from "../../src/cli/finding.js";
import { openDeliveryHarness, startOfTime } from "../delivery/delivery-harness.js";
import { listen } from "../listen.js";
import { commandLineOn, freshFile, storageOn } from "./call-command-line.js";

interface Case {
  row: string;
  what: string;
  /** Causes the failure; returns further variables for doctor. */
  arrange(database: string): Promise<Record<string, string> | undefined>;
  level: Finding["level"];
  check: string;
  /** The command or setting that fixes it. */
  fix: RegExp;
}

const ended = { finishedAt: startOfTime, nextAttemptAt: undefined } as const;

/** A service with this health response. */
async function healthServer(status: number, body: object): Promise<Record<string, string>> {
  const { url, close } = await listen((_, response) => response.writeHead(status).end(JSON.stringify(body)));
  onTestFinished(close);
  return { PAYMENT_SESSIONS_BASE_URL: url };
}

async function withDelivery(database: string, fields: object): Promise<undefined> {
  const harness = await openDeliveryHarness({ storage: storageOn(database) });
  await harness.addDelivery("d1", fields);
  await harness.storage.close();
}

const keyOf = (word: string) => Buffer.from(word).toString("base64");

const cases: Case[] = [
  {
    row: "O3",
    what: "the database of the running service takes no writes",
    arrange: () => healthServer(503, { services: { database: "down", application: "up" } }),
    level: "problem",
    check: "service",
    fix: /the free space on its disk \(df\)/,
  },
  {
    row: "O5",
    what: "a sealed value needs a key that is not given",
    async arrange(database) {
      const first = { PAYMENT_SESSIONS_ENCRYPTION_KEY: keyOf("kjhasdkjhqwe78123876asdjhgASDKJH") };
      await commandLineOn(database, first).call(
        "store",
        "create",
        "--name",
        "Tea",
        "--webhook-url",
        "https://t.example/",
      );
      return { PAYMENT_SESSIONS_ENCRYPTION_KEY: keyOf("AjhasdkjhqBe78123876asDjhgASDKJ!") };
    },
    level: "problem",
    check: "encryption key",
    fix: /Add the old key.*`payment-sessions reseal`/,
  },
  {
    row: "O5",
    what: "the key is in the database itself",
    arrange: async () => undefined,
    level: "warning",
    check: "encryption key",
    fix: /set PAYMENT_SESSIONS_ENCRYPTION_KEY, then run "payment-sessions reseal"/,
  },
  {
    row: "O6",
    what: "the file is damaged",
    async arrange(database) {
      const file = new Sqlite(database);
      file.pragma("wal_checkpoint(TRUNCATE)");
      file.close();
      const bytes = Buffer.alloc(40_960, 0x5a);
      bytes.write("SQLite format 3\0");
      writeFileSync(database, bytes);
      return undefined;
    },
    level: "problem",
    check: "database file",
    fix: /"payment-sessions restore <backup> --replace"|is not a SQLite database: check --database/,
  },
  {
    row: "O7",
    what: "a mounted service was not started",
    arrange: () => healthServer(200, { services: { database: "up", application: "up", background: "not_started" } }),
    level: "warning",
    check: "service",
    fix: /service\.start\(\), or service\.runDue\(\) from cron/,
  },
  {
    row: "O7",
    what: "no background work runs for a quarter of an hour",
    arrange: () => healthServer(503, { services: { database: "up", application: "no_background_work" } }),
    level: "problem",
    check: "service",
    fix: /service\.start\(\), or service\.runDue\(\) from cron/,
  },
  {
    row: "O7",
    what: "deliveries are due and are not sent",
    async arrange(database) {
      const { call } = commandLineOn(database);
      await call("store", "create", "--name", "Shop", "--merchant-id", "shop", "--webhook-url", "https://s.example/");
      return withDelivery(database, { nextAttemptAt: Date.now() - 120_000 });
    },
    level: "problem",
    check: "deliveries",
    fix: /is "payment-sessions serve" running on this database\?/,
  },
  {
    row: "O13",
    what: "deliveries have failed permanently",
    arrange: (database) => withDelivery(database, { ...ended, state: "exhausted" }),
    level: "warning",
    check: "deliveries",
    fix: /"payment-sessions webhook redeliver --state exhausted,dead"/,
  },
  {
    row: "O13",
    what: "an endpoint is switched off",
    async arrange(database) {
      const { call } = commandLineOn(database);
      await call("store", "create", "--name", "Tea", "--merchant-id", "tea", "--webhook-url", "https://t.example/");
      await call("webhook", "off", "tea", "--reason", "moves");
      return undefined;
    },
    level: "warning",
    check: "webhooks",
    fix: /"payment-sessions webhook on tea"/,
  },
  {
    row: "O13",
    what: "every payment method of a store is off",
    async arrange(database) {
      const off = "qr_pay=off,open_bank_transfer=off,card_processing=off,bank_transfer=off";
      await commandLineOn(database).call("store", "create", "--name", "Tea", "--merchant-id", "tea", "--methods", off);
      return { PAYMENT_SESSIONS_ENVIRONMENTS: "test" };
    },
    level: "warning",
    check: "stores",
    fix: /no method can be used for test payments.*: tea; run "payment-sessions store update <merchant id> --methods qr_pay=test /,
  },
  {
    row: "O13",
    what: "every live method of a store needs a bank account or a provider that it does not have",
    async arrange(database) {
      await commandLineOn(database).call("store", "create", "--name", "Tea", "--merchant-id", "tea");
      return undefined;
    },
    level: "warning",
    check: "stores",
    fix: /no method can be used for live payments.*: tea; run "payment-sessions store update <merchant id> --methods qr_pay=live /,
  },
  {
    row: "O14",
    what: "the mail server is unreachable",
    arrange: async () => ({ PAYMENT_SESSIONS_SMTP_URL: "smtp://127.0.0.1:1" }),
    level: "problem",
    check: "mail",
    fix: /PAYMENT_SESSIONS_SMTP_URL: the mail server 127\.0\.0\.1:1 cannot be used/,
  },
  {
    row: "O17",
    what: "forwarded headers arrive while no proxy is trusted",
    async arrange(database) {
      const { begin } = commandLineOn(database);
      const served = await begin("serve", "--port", "0");
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(served.out)?.[0];
      await fetch(`${url}/version`, { headers: { "X-Forwarded-For": "203.0.113.7" } });
      await served.stop();
      return undefined;
    },
    level: "warning",
    check: "proxy",
    fix: /give serve --trusted-proxy-hops/,
  },
  {
    row: "O35",
    what: "a delivery is in quarantine",
    arrange: (database) => withDelivery(database, { interruptedCount: 5 }),
    level: "warning",
    check: "deliveries",
    fix: /in quarantine.*"payment-sessions webhook redeliver"/,
  },
];

test.each(cases.map((one) => [one.row, one.what, one] as const))(
  "%s: doctor reports that %s, and what fixes it",
  async (_, __, one) => {
    const { arrange, level, check, fix } = one;
    const database = freshFile();
    await commandLineOn(database).call("migrate");
    const { json } = commandLineOn(database, await arrange(database));
    const { document, exitCode } = await json("doctor");
    const { findings } = document as { findings: Finding[] };
    const fitting = findings.filter((one) => one.check === check && fix.test(one.message));
    expect(
      fitting.map((one) => one.level),
      JSON.stringify(findings, null, 1),
    ).toEqual([level]);
    expect(exitCode).toBe(findings.some((one) => one.level === "problem") ? 1 : 0);
  },
);

test.each([
  [{ freeBytes: 63 * 2 ** 20, fileBytes: 0 }, "problem"],
  [{ freeBytes: 500 * 2 ** 20, fileBytes: 0 }, "warning"],
  [{ freeBytes: 900 * 2 ** 20, fileBytes: 2 ** 30 }, "warning"],
  [{ freeBytes: 2 * 2 ** 30, fileBytes: 2 ** 30 }, "ok"],
])("O3: with %j doctor reports free disk space as %s", (space, level) => {
  const finding = describeDiskSpace("payments.db", space);
  expect(finding).toMatchObject({ level, check: "disk" });
  if (level !== "ok") expect(finding.message).toContain('"payment-sessions prune"');
});
