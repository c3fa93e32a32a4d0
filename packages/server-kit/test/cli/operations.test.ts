// What operators do from a terminal: stores, keys, users, payments and deliveries, against a real database.
import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { createPaymentService } from "../../src/index.js";
import { portOf } from "../listen.js";
import { commandLineOn, freshDatabase, storageOn } from "./call-command-line.js";

const approved = ["--kyc", "approved", "--verification", "approved"];

test("store create creates the database and shows the webhook secret once", async () => {
  const { call, json } = commandLineOn(await freshDatabase());
  const created = await json("store", "create", "--name", "Tea", "--merchant-id", "tea", ...approved);
  expect(created).toMatchObject({
    exitCode: 0,
    document: { merchantId: "tea", kyc: "approved", webhookSecret: expect.stringMatching(/^whs_/) },
  });
  const { webhookSecret } = created.document as { webhookSecret: string };
  for (const argv of [
    ["store", "list"],
    ["store", "show", "tea"],
    ["store", "show", "tea", "--json"],
  ]) {
    const shown = await call(...argv);
    expect(shown.out).toContain("tea");
    expect(shown.out).not.toContain(webhookSecret);
  }
});

test("store update changes only the given settings, and empty text clears one", async () => {
  const { call, json } = commandLineOn(await freshDatabase());
  const account = ["--iban", "de89 3704 0044 0532 0130 00", "--account-holder", "Tea"];
  await call("store", "create", "--name", "Tea", "--merchant-id", "tea", "--contact-email", "a@b.example", ...account);
  await call(
    "store",
    "update",
    "tea",
    "--methods",
    "qr_pay=test",
    "--bic",
    "MARKDEF1100",
    "--confirmation-mode",
    "settlement",
  );
  expect((await json("store", "show", "tea")).document).toMatchObject({
    name: "Tea",
    contactEmail: "a@b.example",
    paymentMethods: { qr_pay: "test", open_bank_transfer: "live" },
    bankAccount: { iban: "DE89370400440532013000", accountHolder: "Tea", bic: "MARKDEF1100" },
    openBankTransfer: { confirmationMode: "settlement", instant: true },
  });
  await call("store", "update", "tea", "--contact-email", "", "--iban", "");
  const { document } = await json("store", "show", "tea");
  expect(document).not.toHaveProperty("contactEmail");
  expect(document).not.toHaveProperty("bankAccount");
});

test("store show prints each setting that store update takes, and why webhooks are off", async () => {
  const { call } = commandLineOn(await freshDatabase());
  await call("store", "create", "--name", "Tea", "--merchant-id", "tea", "--webhook-url", "https://shop.example/hook");
  const given = {
    "contact-email": "a@b.example",
    "delivery-path": "legacy",
    "bank-name": "Tea Bank",
    bic: "MARKDEF1100",
    "confirmation-mode": "settlement",
    "success-status": "paid",
    "return-hosts": "return.example",
    logo: "https://shop.example/logo.png",
    url: "https://www.shop.example",
  };
  const options = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
  const account = ["--iban", "DE89370400440532013000", "--account-holder", "Tea Ltd"];
  await call("store", "update", "tea", ...options, ...account, "--collect-buyer-data", "true");
  await call("webhook", "off", "tea", "--reason", "moving house");
  const { out } = await call("store", "show", "tea");
  for (const text of [...Object.values(given), "Tea Ltd", "buyer's account asked for", "moving house"]) {
    expect(out).toContain(text);
  }
});

test("O11: variables configure the service and never choose records; unread ones are reported", async () => {
  const database = await freshDatabase();
  const { call, json } = commandLineOn(database, {
    PAYMENT_SESSIONS_SERVICE_PREFIX: "tea",
    PAYMENT_SESSIONS_WEBHOOK_URL: "https://old.example/hook",
    PAYMENT_SESSIONS_KYC: "approved",
    PAYMENT_SESSIONS_MERCHANT_ID: "m1",
    PAYMENT_SESSIONS_DATABSE: "x.db",
    PAYMENT_SESSIONS_PASSWORD: "left over from another day",
  });
  await call("store", "create", "--name", "First", "--merchant-id", "m1");
  const updated = await call("store", "update", "m1", "--name", "Second");
  expect(updated.exitCode).toBe(0);
  const store = (await json("store", "show", "m1")).document as Record<string, unknown>;
  expect(store).toMatchObject({ name: "Second", kyc: "pending" });
  expect(store).not.toHaveProperty("webhookUrl");
  expect(updated.error).toContain("PAYMENT_SESSIONS_KYC is not read: give --kyc with the command.");
  expect(updated.error).toContain("PAYMENT_SESSIONS_DATABSE is not read. Did you mean PAYMENT_SESSIONS_DATABASE?");
  expect(updated.error).not.toMatch(/MERCHANT_ID|PASSWORD|SERVICE_PREFIX/);
  const key = (await json("key", "create", "--merchant-id", "m1", "--environment", "test")).document;
  expect(key).toMatchObject({ secret: expect.stringMatching(/^tea_test_/) });

  expect(await call("store", "delete", "--yes")).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("--merchant-id is missing"),
  });
  expect(await call("store", "delete", "m1")).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("add --yes"),
  });
  expect((await call("store", "show", "m1")).exitCode).toBe(0);
  expect((await call("store", "delete", "m1", "--yes")).exitCode).toBe(0);
  expect((await call("store", "show", "m1")).exitCode).toBe(1);
});

test("O11: a variable of ours with a mistyped prefix is reported, and no variable of another program", async () => {
  const { call } = commandLineOn(await freshDatabase(), {
    PAYMENT_SESSION_BASE_URL: "https://pay.example.com",
    PAYMENTS_SESSIONS_SMTP_URL_FILE: "smtp.txt",
    payment_sessions_port: "8080",
    PAYMENT_SESSION_TIMEOUT: "5",
    PAYMENT_SERVICE_PORT: "5",
    PORT: "5",
  });
  const { error } = await call("migrate");
  expect(error.split("\n").sort()).toEqual([
    "Warning: PAYMENTS_SESSIONS_SMTP_URL_FILE is not read. Did you mean PAYMENT_SESSIONS_SMTP_URL_FILE?",
    "Warning: PAYMENT_SESSION_BASE_URL is not read. Did you mean PAYMENT_SESSIONS_BASE_URL?",
    "Warning: payment_sessions_port is not read. Did you mean PAYMENT_SESSIONS_PORT?",
  ]);
});

test("O11: a left-over password variable is used only by a command that asks for it", async () => {
  const { call, json } = commandLineOn(await freshDatabase(), {
    PAYMENT_SESSIONS_PASSWORD: "left over from another day",
  });
  await call("migrate");
  const create = ["user", "create", "--role", "operator", "--email"];
  const made = (await json(...create, "one@shop.example")).document as { userId: string; password?: string };
  expect(made.password).toMatch(/./);
  expect(made.password).not.toBe("left over from another day");
  expect((await json("user", "update", "--user-id", made.userId)).exitCode).toBe(2);
  const printed = (await json(...create, "two@shop.example", "--password-from-environment")).document;
  expect(printed).not.toHaveProperty("password");
});

test("key create shows a secret that is never listed, and key revoke revokes the key", async () => {
  const { call, json } = commandLineOn(await freshDatabase());
  await call("store", "create", "--name", "Tea", "--merchant-id", "tea");
  const issue = ["key", "create", "--merchant-id", "tea", "--environment", "test", "--expires-at", "2999-01-31"];
  const key = (await json(...issue)).document as { id: string; secret: string; expiresAt: number };
  expect(key.secret).toMatch(/^ps_test_/);
  expect(key.expiresAt).toBe(Date.UTC(2999, 0, 31));
  expect((await call("key", "list", "tea", "--json")).out).not.toContain(key.secret);
  expect((await call("key", "revoke", key.id)).exitCode).toBe(0);
  expect((await json("key", "list", "tea")).document).toMatchObject([{ id: key.id, revokedAt: expect.any(Number) }]);
  expect((await call("key", "revoke", "key_unknown")).exitCode).toBe(1);
});

test("key create --legacy creates a token for clients from before bearer authentication", async () => {
  const { call, json } = commandLineOn(await freshDatabase());
  await call("store", "create", "--name", "Tea", "--merchant-id", "tea");
  const key = await json("key", "create", "--merchant-id", "tea", "--environment", "live", "--legacy");
  expect(key.document).toMatchObject({ environment: "live", secret: expect.stringMatching(/^ps_legacy_/) });
});

test("changes a user's role, state and password, and names what is missing", async () => {
  const { call, json } = commandLineOn(await freshDatabase());
  await call("store", "create", "--name", "Tea", "--merchant-id", "tea");
  const create = ["user", "create", "--email", "ann@tea.example", "--role", "viewer", "--merchant-id", "tea"];
  // What the command prints.
  const { userId } = (await json(...create)).document as { userId: string };
  const update = ["user", "update", "--user-id", userId];
  expect((await json(...update, "--role", "owner", "--state", "disabled")).document).toMatchObject({
    role: "owner",
    isDisabled: true,
  });
  const again = await json(...update, "--state", "enabled", "--new-password");
  expect(again.document).toMatchObject({ isDisabled: false, password: expect.stringMatching(/.{16,}/) });
  expect(await call(...update)).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("at least one of --role"),
  });
  const raised = await call(...update, "--role", "operator");
  expect(raised).toMatchObject({ exitCode: 1, error: expect.stringContaining("sees all stores") });
  const unknown = await call("user", "update", "--user-id", "usr_nobody", "--state", "disabled");
  expect(unknown).toMatchObject({ exitCode: 1, error: expect.stringContaining("list the users") });
});

test("user create shows a generated password once", async () => {
  const { call, json } = commandLineOn(await freshDatabase());
  await call("store", "create", "--name", "Tea", "--merchant-id", "tea");
  const create = ["user", "create", "--email", "owner@tea.example", "--role", "owner", "--merchant-id", "tea"];
  const { password } = (await json(...create)).document as { password: string };
  expect(password.length).toBeGreaterThan(11);
  const listed = await call("user", "list", "--json");
  expect(listed.out).toContain("owner@tea.example");
  expect(listed.out).not.toContain(password);
});

test("rotates a webhook secret in two steps", async () => {
  const { call, json } = commandLineOn(await freshDatabase());
  await call("store", "create", "--name", "Tea", "--merchant-id", "tea");
  expect((await call("store", "switch-secret", "tea")).exitCode).toBe(1);
  expect((await json("store", "announce-secret", "tea")).document).toEqual({
    merchantId: "tea",
    webhookSecret: expect.stringMatching(/^whs_/),
  });
  expect((await call("store", "switch-secret", "tea")).exitCode).toBe(0);
});

test("simulates a test payment, resolves an unresolved one, cancels a waiting one", async () => {
  const database = await freshDatabase();
  const { call, json } = commandLineOn(database);
  const [paid, hanging, waiting] = await openPayments(database, "test", 3);
  expect((await json("payment", "simulate", paid, "--event", "provider_success")).document).toMatchObject({
    accepted: true,
    state: "settled",
  });
  await call("payment", "simulate", hanging, "--event", "buyer_started");
  await call("payment", "simulate", hanging, "--event", "provider_unknown");
  expect((await call("payment", "resolve", hanging, "--to", "declined")).error).toContain("--reason is missing");
  expect((await call("payment", "resolve", hanging, "--to", "declined", "--reason", "bank says no")).exitCode).toBe(0);
  expect((await call("payment", "cancel", waiting, "--reason", "sold out", "--actor", "operator:ann")).exitCode).toBe(
    0,
  );
  expect((await call("payment", "cancel", paid, "--reason", "too late")).exitCode).toBe(1);

  const shown = (await json("payment", "show", waiting)).document;
  expect(shown).toMatchObject({ state: "cancelled", history: [{}, { actor: "operator:ann", reason: "sold out" }] });
  const listed = (await json("payment", "list", "--states", "settled,declined")).document;
  expect(listed).toMatchObject([
    { paymentId: hanging, status: "failed" },
    { paymentId: paid, status: "completed" },
  ]);
  expect((await call("payment", "show", paid)).out).toMatch(/amount +19\.99 EUR/);
});

test("never simulates a live payment", async () => {
  const database = await freshDatabase();
  const [live] = await openPayments(database, "live", 1);
  const { json } = commandLineOn(database);
  const result = await json("payment", "simulate", live, "--event", "provider_success");
  expect(result).toMatchObject({ exitCode: 1, document: { error: { message: expect.stringContaining("live") } } });
  expect((await json("payment", "show", live)).document).toMatchObject({ state: "created" });
});

test("shows the deliveries of a payment and sends one again", async () => {
  const database = await freshDatabase();
  const [paymentId] = await openPayments(database, "test", 1);
  const { call, json } = commandLineOn(database);
  const [delivery] = (
    (await json("webhook", "history", paymentId)).document as { deliveries: { deliveryId: string }[] }
  ).deliveries;
  const deliveryId = delivery?.deliveryId ?? "";
  await call("store", "update", "tea", "--webhook-url", "");
  expect((await call("webhook", "redeliver", deliveryId)).error).toContain("no webhook URL");
  await call("store", "update", "tea", "--webhook-url", "https://shop.example/hook");
  expect((await json("webhook", "redeliver", deliveryId)).document).toEqual({ deliveryId });
  expect((await json("webhook", "redeliver", deliveryId, "--as-new")).document).toEqual({
    deliveryId: expect.not.stringMatching(deliveryId),
    redeliveryOf: deliveryId,
  });
});

/** Opened through the service, as a merchant does. No server listens at the webhook URL. */
async function openPayments(database: string, environment: "test" | "live", count: number) {
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: storageOn(database),
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
  });
  const server = await service.listen(0);
  const port = portOf(server);
  const webhookUrl = "http://127.0.0.1:9/hook";
  await service.stores.create({
    name: "Tea",
    merchantId: "tea",
    kyc: "approved",
    verification: "approved",
    webhookUrl,
  });
  const { secret } = await service.apiKeys.issue({ merchantId: "tea", environment });
  const ids: string[] = [];
  for (let order = 1; order <= count; order += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/payments/initialize`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify({ merchantId: "tea", orderId: String(order), amountCents: 1999, currency: "EUR" }),
    });
    ids.push(((await response.json()) as { paymentId: string }).paymentId);
  }
  await service.stop();
  const [first = "", second = "", third = ""] = ids;
  return [first, second, third] as const;
}

test("M13: records money that was seen, names input errors, and shows arrivals and alerts until they are handled", async () => {
  const database = await freshDatabase();
  const { call, json } = commandLineOn(database);
  const [payment = ""] = await openPayments(database, "live", 1);
  const receive = (...more: string[]) => json("payment", "receive", payment, "--reason", "on the statement", ...more);
  const wrong = await call("payment", "receive", payment, "--currency", "EUR", "--reason", "seen");
  expect([wrong.exitCode, wrong.error]).toEqual([2, expect.stringContaining("--amount-cents")]);
  const euros = ["--currency", "eur", "--amount-cents", "1999"];
  expect((await receive(...euros, "--reference", "A", "--received-at", "2026-01-31")).document).toEqual({
    ...{ paymentId: payment, state: "settled", receivedCents: 1999, dueCents: 1999, outcome: "counted" },
  });
  expect((await receive(...euros, "--reference", "A")).document).toMatchObject({ outcome: "known" });
  expect((await receive(...euros, "--reference", "B")).document).toMatchObject({ receivedCents: 3998 });
  const [alert] = (await json("alert", "list")).document as { alertId: string; type: string }[];
  expect(alert).toMatchObject({ type: "duplicate_payment", paymentId: payment });
  const shown = (await call("payment", "show", payment)).out;
  for (const fact of [
    "2026-01-31",
    "19.99",
    "duplicate_payment",
    alert?.alertId ?? "",
    `command:${userInfo().username}`,
  ])
    expect(shown).toContain(fact);
  const refused = await call("payment", "resolve", payment, "--to", "settled", "--reason", "seen");
  expect([refused.exitCode, refused.error]).toEqual([1, expect.stringContaining("is already settled")]);
  const handling = ["alert", "resolve", alert?.alertId ?? "", "--reason", "sent back", "--actor", "operator:ann"];
  expect((await json(...handling)).document).toMatchObject({ resolvedBy: "operator:ann", resolution: "sent back" });
  expect((await json("alert", "list")).document).toEqual([]);
  expect((await call("alert", "list", "--handled", "true")).out).toContain("operator:ann");
  expect((await call("alert", "resolve", "alr_x", "--reason", "what")).exitCode).toBe(1);
});

test("doctor names for each warning about stores the command that fixes it, and what to do when the service is not reached", async () => {
  const { call, json } = commandLineOn(await freshDatabase());
  await call("migrate");
  await call("store", "create", "--name", "Tea", "--merchant-id", "tea");
  const { document } = await json("doctor", "--base-url", "https://127.0.0.1:1");
  const { findings } = document as { findings: { level: string; check: string; message: string }[] };
  const ofStores = findings.filter(({ level, check }) => level === "warning" && check === "stores");
  expect(ofStores.length).toBeGreaterThanOrEqual(3);
  for (const { message } of ofStores) expect(message).toMatch(/: tea; run "payment-sessions store update .+ --/);
  expect(findings.find(({ check }) => check === "service")?.message).toMatch(/Is "payment-sessions serve" running/);
});
