// Every command that changes records adds a record to the audit log with the operating system's user.
import { writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { allCommands } from "../../src/cli/all-commands.js";
import { commandActor, systemUser } from "../../src/cli/system-user.js";
import type { Storage } from "../../src/storage/port.js";
import { camt } from "../statements/camt-file.js";
import { openStatementFixture } from "../statements/statement-fixture.js";
import { storageName } from "../storages.js";
import { commandLineOn, freshDatabase, freshFile, storageOn } from "./call-command-line.js";

/** Commands without an audit record, each with the reason. */
const unaudited = new Map([
  ["serve", "what it does has actors of its own"],
  ["demo", "a database of its own"],
  ["init", "files"],
  ["config check", "nothing"],
  ["migrate", "the schema, which keeps its own record of migrations"],
  ["backup", "nothing: works beside a service, and on a file whose keys are missing"],
  ["copy", "an empty database, to be equal to the other one"],
  ["doctor", "nothing"],
  ["webhook history", "nothing"],
  ["statement unmatched", "nothing"],
  ["audit export", "nothing"],
  ...["store", "key", "user", "payment", "order", "alert", "audit", "statement", "webhook"].map(
    (kind) => [`${kind} list`, "nothing"] as const,
  ),
  ...["store", "payment"].map((kind) => [`${kind} show`, "nothing"] as const),
]);

const order = {
  id: 1,
  orderKey: "wc_order_a1B2c3D4e5",
  status: "pending",
  currency: "EUR",
  total: "19.99",
  customer: { email: "ann@example.com", fullName: "Ann" },
  lineItems: [{ id: 1, name: "Tea", quantity: 1, total: "19.99" }],
  payment: { method: "qr_pay", methodTitle: "QR", needsPayment: true },
};

test("O24: every command that changes records leaves a line with the user of the system, whatever actor it names", async () => {
  const database = await freshDatabase();
  const fixture = await openStatementFixture(storageOn(database), "https://shop.example/hook");
  fixture.clock.at = Date.now();
  const today = new Date(fixture.clock.at).toISOString().slice(0, 10);
  const paid: string[] = [];
  for (const number of [1, 2, 3, 4, 5]) {
    const environment = number <= 2 ? "test" : "live";
    paid.push((await fixture.pay({ orderId: String(number), amountCents: 1000 + number, environment })).paymentId);
  }
  await fixture.service.stop();
  const [simulated = "", resolved = "", received = "", cancelled = "", assigned = ""] = paid;
  const { json } = commandLineOn(database);
  const folder = dirname(freshFile());
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const called = new Set<string>();

  async function expectLine(name: string, ...options: string[]) {
    called.add(name);
    const before = await auditOf(database);
    const { exitCode, document } = await json(...name.split(" "), ...options);
    expect([name, exitCode, document]).toEqual([name, name === "webhook verify" ? 1 : 0, document]);
    const lines = (await auditOf(database)).slice(before.length);
    expect([name, lines.length]).not.toEqual([name, 0]);
    for (const line of lines) {
      expect([name, line.actorKind]).toEqual([name, "command"]);
      const named = options.includes("--actor") ? line.detail.systemUser : line.actor;
      expect([name, named]).toEqual([name, options.includes("--actor") ? userInfo().username : commandActor()]);
    }
    return document as Record<string, string>;
  }

  const merchantId = fixture.merchantId;
  const why = ["--reason", "seen", "--actor", "operator:ann"];
  await expectLine("store create", "--name", "Other", "--merchant-id", "other");
  await expectLine("store update", merchantId, "--name", "Tea");
  const key = await expectLine("key create", "--merchant-id", "other", "--environment", "test");
  await expectLine("key revoke", key.id ?? "");
  const email = ["--email", "ann@service.example", "--role", "operator"];
  const { userId = "" } = await expectLine("user create", ...email);
  await expectLine("user update", "--user-id", userId, "--state", "disabled");
  await expectLine("user second-factor", "--required-of", "operators");
  await expectLine("user delete", "--user-id", userId, "--yes");
  await expectLine("payment simulate", simulated, "--event", "provider_success");
  await expectLine("payment simulate", resolved, "--event", "buyer_started");
  await expectLine("payment resolve", resolved, "--to", "settled", ...why);
  const euros = ["--amount-cents", "500", "--currency", "EUR"];
  await expectLine("payment receive", received, ...euros, ...why);
  await expectLine("payment cancel", cancelled, ...why);
  const [alert] = (await json("alert", "list")).document as { alertId: string }[];
  await expectLine("alert resolve", alert?.alertId ?? "", ...why);
  await expectLine("order put", merchantId, file("order.json", JSON.stringify(order)));
  const statement = file(
    "a.xml",
    camt({ text: "no reference", cents: 1005, day: today }, { text: "rent", cents: 77, day: today }),
  );
  const ofStore = ["--merchant-id", merchantId];
  await expectLine("statement import", statement, ...ofStore, "--actor", "operator:ann");
  const entries = (await json("statement", "unmatched", ...ofStore)).document as { entryId: string }[];
  const [first = "", second = ""] = entries.map(({ entryId }) => entryId);
  await expectLine("statement assign", first, assigned, "--actor", "operator:ann");
  await expectLine("statement put-aside", second, ...why);
  await expectLine("webhook verify", merchantId);
  await expectLine("webhook off", merchantId, "--reason", "moves");
  await expectLine("webhook on", merchantId);
  const { document } = await json("webhook", "history", resolved);
  const [delivery] = (document as { deliveries: { deliveryId: string }[] }).deliveries;
  await expectLine("webhook redeliver", delivery?.deliveryId ?? "");
  await markExhausted(database, delivery?.deliveryId ?? "");
  await expectLine("webhook redeliver", "--state", "exhausted");
  await expectLine("privacy export", "--payment-id", cancelled);
  await expectLine("privacy erase", "--payment-id", cancelled, "--yes");
  await expectLine("store announce-secret", merchantId);
  await expectLine("store switch-secret", merchantId);
  await expectLine("store disable", "other");
  await expectLine("store enable", "other");
  await expectLine("store delete", "other", "--yes");
  await expectLine("prune");
  await expectLine("reseal");
  const copy = join(folder, "backup.db");
  // PostgreSQL has its own commands for both.
  const isRestored = storageName === "SQLite";
  if (isRestored) {
    expect((await json("backup", copy)).exitCode).toBe(0);
    await expectLine("restore", copy, "--replace");
  }

  expect([...called, ...(isRestored ? [] : ["restore"]), ...unaudited.keys()].sort()).toEqual(
    allCommands.map(({ name }) => name).sort(),
  );
});

test.each([
  ["ann", undefined, "ann"],
  ["root", "ann", "root (sudo: ann)"],
  ["ann", "ann", "ann"],
  ["mallory", 'boss")\n\u001b[2J', "mallory (sudo: boss?????2J)"],
])("O24: user %s with SUDO_USER %j is named %s", (username, sudoUser, named) => {
  expect(systemUser({ userInfo: () => ({ username }), userId: 0, sudoUser })).toBe(named);
});

test("O24: a user of a container without a name is named by number", () => {
  const userInfo = () => {
    throw new Error("ENOENT");
  };
  expect(systemUser({ userInfo, userId: 1000, sudoUser: undefined })).toBe("1000");
});

async function onDatabase<Result>(database: string, work: (storage: Storage) => Promise<Result>) {
  const storage = storageOn(database);
  await storage.open();
  return work(storage).finally(() => storage.close());
}

/** Oldest first. */
async function auditOf(database: string) {
  const newestFirst = await onDatabase(database, (storage) =>
    storage.read((records) => records.audit.list({ limit: 1000 })),
  );
  return newestFirst.reverse();
}

async function markExhausted(database: string, deliveryId: string) {
  await onDatabase(database, (storage) =>
    storage.write(async (records) => {
      const delivery = await records.deliveries.find(deliveryId);
      if (delivery === undefined) throw new Error("There is no such delivery.");
      await records.deliveries.update({ ...delivery, state: "exhausted", finishedAt: 1 }, undefined);
    }),
  );
}
