// Tests an operator's first year in one run: set up by a configuration file, two key rotations, a lost key,
// an outage of the biggest store and its bulk repair, a full disk, an attack on sign-in, an erasure request,
// a restore on another machine, an upgrade with a migration. At the end every payment, webhook and audit row
// is accounted for.
import { randomBytes } from "node:crypto";
import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { sqliteStorage } from "../../src/index.js";
import { migrate, migrations } from "../../src/storage/sqlite/migrate.js";
import { freshFolder, openReceiver, openYear, type Receiver } from "./year-deployment.js";

interface Expected {
  merchantId: string;
  isPaid: boolean;
}

test("O3, O4, O5, O7, O12, O13, O19, O25: a year of operating ends with every payment, webhook and audit row accounted for", async () => {
  const year = openYear();
  const { globals, call, json } = year;
  const payments = new Map<string, Expected>();
  const audited = new Map<string, number>();
  const note = (action: string, count = 1) => audited.set(action, (audited.get(action) ?? 0) + count);
  const newKey = () => randomBytes(32).toString("base64");

  // January: set-up.
  expect((await call("init", "--format", "ts")).exitCode).toBe(0);
  expect((await call("init")).exitCode).toBe(2);
  year.configure();
  expect((await call("config", "check")).out).toContain("payment-sessions.config.ts");
  expect((await call("migrate")).exitCode).toBe(0);
  const receivers = new Map<string, Receiver & { apiKey: string }>();
  for (const name of ["big", "tea"]) {
    const receiver = await openReceiver();
    const options = ["--kyc", "approved", "--verification", "approved", "--contact-email", `${name}@shop.example`];
    const store = await json(
      "store",
      "create",
      "--name",
      name,
      "--merchant-id",
      name,
      "--webhook-url",
      receiver.url,
      ...options,
    );
    const key = await json("key", "create", "--merchant-id", name, "--environment", "test");
    note("store.created");
    note("api_key.issued");
    // The document that the command prints.
    receiver.secret = (store.document as { webhookSecret: string }).webhookSecret;
    receivers.set(name, Object.assign(receiver, { apiKey: (key.document as { secret: string }).secret }));
  }
  const [big, tea] = [receivers.get("big"), receivers.get("tea")];
  if (big === undefined || tea === undefined) throw new Error("no receivers");
  const password = "a long and quite unusual password";
  await year.start();
  await year.service().users.create({ email: "owner@shop.example", role: "owner", merchantId: "big", password });
  note("user.created");

  let orders = 0;
  const initialize = (merchantId: string, fields: object = {}) => {
    orders += 1;
    const order = { merchantId, orderId: String(orders), amountCents: 1999, currency: "EUR", ...fields };
    return year.fetch("/payments/initialize", {
      method: "POST",
      headers: { authorization: `Bearer ${receivers.get(merchantId)?.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(order),
    });
  };
  async function pay(merchantId: string, count: number, isPaid = true, fields: object = {}): Promise<string[]> {
    const made: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const response = await initialize(merchantId, fields);
      expect(response.status).toBe(200);
      // The fields that the contract requires for 200.
      const { paymentId } = (await response.json()) as { paymentId: string };
      if (isPaid) await year.service().payments.recordProviderEvent(paymentId, { type: "provider.success" });
      payments.set(paymentId, { merchantId, isPaid });
      made.push(paymentId);
    }
    return made;
  }
  const month = async () => {
    await pay("big", 12);
    await pay("tea", 3);
    await pay("tea", 1, false);
    await year.days(30);
  };

  await month();

  // February: the first rotation, with two instances on the file; one process re-encrypts the values
  // meanwhile.
  const [first = ""] = year.keys();
  const second = newKey();
  year.setKeys(second, first);
  await year.restart();
  await year.start();
  expect((await call("reseal")).exitCode).toBe(0);
  note("secrets.resealed");
  await month();
  year.setKeys(second);
  await year.restart();
  await month();

  // April: the biggest store returns 410 for a day, which ends deliveries immediately, and is down for two
  // weeks more; afterwards its deliveries are sent again in one job.
  big.status = 410;
  await pay("big", 60);
  await year.days(1);
  big.status = 503;
  await pay("big", 20);
  await year.days(14);
  expect((await call("doctor")).out).toContain("webhook redeliver --state");
  const failed = await json("webhook", "list", "--state", "exhausted,dead", "--limit", "500");
  // The document that the command prints.
  const { length: failedCount } = (failed.document as { deliveries: unknown[] }).deliveries;
  expect(failedCount).toBeGreaterThanOrEqual(60);
  const digests = globals.mails.filter(({ to }) => to === "big@shop.example");
  expect(digests.length).toBeLessThanOrEqual(24);
  expect(digests.some(({ text }) => text.includes("http://127.0.0.1:1/pay/panel/stores/big/"))).toBe(true);
  expect((await call("webhook", "off", "big", "--reason", "moves to a new host")).exitCode).toBe(0);
  note("webhook.switched_off");
  const before = big.received.length;
  await pay("big", 5);
  await year.days(3);
  expect(big.received).toHaveLength(before);
  expect((await call("doctor")).out).toContain("moves to a new host");
  big.status = 200;
  expect((await call("webhook", "on", "big")).exitCode).toBe(0);
  note("webhook.switched_on");
  const repair = ["webhook", "redeliver", "--merchant-id", "big", "--state", "exhausted,dead"];
  expect((await json(...repair, "--dry-run")).document).toMatchObject({ count: failedCount });
  expect((await json(...repair)).document).toMatchObject({ count: failedCount });
  note("webhook.redelivered", failedCount);
  await year.days(2);
  expect((await call("webhook", "list", "--state", "exhausted,dead,parked,pending,sending")).out).toBe(
    "No deliveries match.",
  );
  await month();

  // June: the disk is full. Calls for which the log still has room are accepted, and kept; then writes are
  // refused, and reads continue.
  const [readable = ""] = await pay("tea", 1);
  year.disk.fill();
  let refused = await initialize("tea");
  for (; refused.status === 200; refused = await initialize("tea")) {
    // Every response of the contract is an object.
    const { paymentId } = (await refused.json()) as { paymentId: string };
    payments.set(paymentId, { merchantId: "tea", isPaid: false });
  }
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
  expect((await year.fetch("/ready")).status).toBe(503);
  const read = await year.fetch(`/payments/${readable}/status`, { headers: { authorization: `Bearer ${tea.apiKey}` } });
  expect(read.status).toBe(200);
  year.disk.free();
  expect((await year.fetch("/ready")).status).toBe(200);
  await month();

  // July: attackers try passwords from many addresses; the owner signs in from another address.
  const signIn = (word: string, address: string) =>
    year.fetch("/panel/sign-in", {
      method: "POST",
      headers: {
        origin: "http://127.0.0.1:1",
        "sec-fetch-site": "same-origin",
        "content-type": "application/x-www-form-urlencoded",
        "x-forwarded-for": address,
      },
      body: new URLSearchParams({ email: "owner@shop.example", password: word }).toString(),
    });
  expect((await signIn(password, "198.51.100.7")).status).toBe(303);
  for (let number = 0; number < 60; number += 1) {
    const { status } = await signIn("a wrong password", `203.0.113.${number}`);
    expect([401, 429]).toContain(status);
    // A try that the limit refuses is not checked or recorded, so that attackers cannot fill the audit.
    if (status === 401) note("user.sign_in_failed");
  }
  expect((await signIn(password, "198.51.100.7")).status).toBe(303);
  note("user.signed_in", 2);
  await month();

  // Still July: a buyer requests an export of the stored data, and then its erasure.
  const email = "erika.mustermann@buyer.example";
  const forgotten = await pay("tea", 3, true, { customerEmail: email, customerName: "Erika Mustermann" });
  await year.days(2);
  const buyer = ["--merchant-id", "tea", "--email", email];
  expect((await call("privacy", "export", ...buyer)).out).toContain(email);
  note("privacy.exported");
  expect(await call("privacy", "erase", ...buyer, "--yes")).toMatchObject({ exitCode: 0 });
  note("privacy.erased");
  expect((await call("privacy", "export", ...buyer)).out).not.toContain(forgotten[0]);
  note("privacy.exported");
  for (const paymentId of forgotten) {
    const { out } = await call("payment", "show", paymentId);
    expect([out.includes("settled"), /erika/i.test(out)]).toEqual([true, false]);
  }

  // August: the key is lost. The service does not start with another one, and the backed-up key restores
  // everything.
  await pay("big", 2);
  await year.stop();
  year.setKeys(newKey());
  await expect(year.start()).rejects.toMatchObject({ name: "MissingEncryptionKeysError" });
  const withoutKey = await call("doctor");
  expect(withoutKey).toMatchObject({ exitCode: 1, out: expect.stringMatching(/encryption key [0-9a-f]{8}/) });
  year.setKeys(second);
  await year.start();
  await month();

  // September: the second rotation.
  const third = newKey();
  year.setKeys(third, second);
  await year.restart();
  expect((await call("reseal")).exitCode).toBe(0);
  note("secrets.resealed");
  year.setKeys(third);
  await year.restart();
  await month();

  // October: the machine is lost. Changes after the backup are not in it.
  const backup = join(freshFolder(), "backup.db");
  expect((await call("backup", backup)).exitCode).toBe(0);
  const lost = await pay("tea", 2);
  await year.stop();
  const other = freshFolder();
  for (const name of [".env", "payment-sessions.config.ts"]) copyFileSync(join(year.folder(), name), join(other, name));
  year.moveTo(other);
  expect(await call("restore", backup)).toMatchObject({ exitCode: 0, out: expect.stringContaining("stores 2") });
  note("database.restored");
  expect(readdirSync(other).sort()).toEqual([".env", "payment-sessions.config.ts", "payments.db"]);
  await year.start();
  for (const paymentId of lost) {
    expect(await year.service().payments.get(paymentId)).toBeUndefined();
    payments.delete(paymentId);
  }
  await month();

  // November: a newer version migrates the database while this one runs.
  const database = join(other, "payments.db");
  const upgrade = new Sqlite(database);
  const newest = migrations.at(-1)?.name ?? "";
  const next = { name: "999-next", sql: "CREATE TABLE next_thing (id TEXT) STRICT", olderVersionsSince: newest };
  migrate(upgrade, globals.now, [...migrations, next]);
  upgrade.close();
  await month();
  await year.restart();
  await month();
  await year.days(35);

  // The end: everything is accounted for.
  const service = year.service();
  const kept = new Map<string, string>();
  for (let last: string | undefined; ; ) {
    const page = await service.payments.list({ limit: 100, ...(last === undefined ? {} : { before: last }) });
    for (const { paymentId, state } of page) kept.set(paymentId, state);
    last = page.at(-1)?.paymentId;
    if (page.length < 100) break;
  }
  expect([...kept.keys()].sort()).toEqual([...payments.keys()].sort());
  for (const [paymentId, { isPaid }] of payments) {
    expect([paymentId, kept.get(paymentId)]).toEqual([paymentId, isPaid ? "settled" : "expired"]);
  }
  const accepted = new Set(
    [...receivers.values()]
      .flatMap(({ received }) => received.filter(({ isAccepted }) => isAccepted))
      .map(({ deliveryId }) => deliveryId),
  );
  let deliveryCount = 0;
  for (const paymentId of payments.keys()) {
    const { deliveries } = await service.webhooks.history(paymentId);
    expect(deliveries.length).toBeGreaterThanOrEqual(1);
    for (const { deliveryId, state } of deliveries) {
      expect([deliveryId, state, accepted.has(deliveryId)]).toEqual([deliveryId, "delivered", true]);
      deliveryCount += 1;
    }
  }
  // Every accepted webhook belongs to a known payment.
  expect(accepted.size).toBe(deliveryCount);
  expect((await service.inspect()).deliveryCounts).toEqual({ delivered: deliveryCount });
  expect([big.forged, tea.forged]).toEqual([0, 0]);
  expect(
    (await service.webhooks.list({ states: ["pending", "sending", "exhausted", "dead", "parked"] })).deliveries,
  ).toEqual([]);
  const doctor = (await call("doctor", "--environments", "test")).out.split("\n");
  // Nothing listens at the base URL of this test; every other check passes.
  expect(doctor.filter((line) => line.startsWith("problem"))).toEqual([expect.stringMatching(/^problem +service /)]);
  await year.stop();

  const storage = sqliteStorage({ filename: database });
  await storage.open();
  const rows = await storage.read((records) => records.audit.list({ limit: 10_000 }));
  await storage.close();
  const counted = new Map<string, number>();
  for (const { action } of rows) counted.set(action, (counted.get(action) ?? 0) + 1);
  expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(audited));
  console.info(
    `A ${year.disk.isMounted ? "real" : "simulated"} full disk; ${payments.size} payments, ${deliveryCount} webhooks, ${rows.length} audit rows: ${JSON.stringify([...counted])}`,
  );
}, 600_000);
