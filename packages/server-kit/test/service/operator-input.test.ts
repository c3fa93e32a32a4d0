// Tests that the input of the operator's methods is validated field by field: an invalid field is named,
// whatever its type, and nothing is stored.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type ArgumentKind, verbArguments } from "../../src/compose/verb-arguments.js";
import { createPaymentService, sqliteStorage } from "../../src/index.js";
import { closeAfterTest } from "../loopback.js";

function open() {
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: sqliteStorage({ filename: ":memory:" }),
    clock: { now: () => 1e12 },
  });
  closeAfterTest(() => service.stop());
  return service;
}

test.each([
  ["bankAccount.iban", { bankAccount: {} }],
  ["bankAccount.bic", { bankAccount: { bankName: "B", accountHolder: "H", iban: "DE89370400440532013000" } }],
  ["openBankTransfer.instant", { openBankTransfer: { instant: "yes" } }],
  ["allowedReturnHosts", { allowedReturnHosts: "shop.example.com" }],
  ["allowedReturnHosts", { allowedReturnHosts: ["https://shop.example.com"] }],
  ["allowedReturnHosts", { allowedReturnHosts: ["*.shop.example.com"] }],
  ["allowedReturnHosts", { allowedReturnHosts: ["shop.example.com:99999"] }],
  ["webhookURL", { webhookURL: "https://shop.example.com/hook" }],
  ["openBankTransfer.collectBuyersData", { openBankTransfer: { collectBuyersData: true } }],
  ["paymentMethods", { paymentMethods: { sepa: "live" } }],
])("names the invalid field of a store: %s", async (path, fields) => {
  const service = open();
  // Wrong on purpose, as untyped code may call it.
  await expect(service.stores.create({ name: "S", ...fields } as never)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: expect.arrayContaining([expect.objectContaining({ path })]),
  });
  expect(await service.stores.list()).toEqual([]);
});

test.each([
  ["expiresAt", { expiresAt: 1e12 + 5.5 }],
  ["expiresAt", { expiresAt: new Date(2e12) }],
  ["expiresAt", { expiresAt: Number.POSITIVE_INFINITY }],
  ["scopes", { scopes: "payments:read" }],
  ["expires_at", { expires_at: 2e12 }],
])("names the invalid field of a key: %s", async (path, fields) => {
  const service = open();
  const { merchantId } = await service.stores.create({ name: "S" });
  // Wrong on purpose.
  await expect(service.apiKeys.issue({ merchantId, environment: "test", ...fields } as never)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: [expect.objectContaining({ path })],
  });
});

test.each([
  ["storage", { storage: undefined }],
  ["openBanking.live", { openBanking: { live: { code: "bank" } } }],
  ["providerTimeoutMs", { providerTimeoutMs: Number.NaN }],
  ["trustedProxyHops", { trustedProxyHops: -1 }],
  ["rateLimits.getPaymentStatus", { rateLimits: { getPaymentStatus: {} } }],
  ["clock", { clock: {} }],
  ["random", { random: 0.5 }],
  ["mailer", { mailer: {} }],
  ["mailFrom", { mailFrom: "payments" }],
  ["orders", { orders: {} }],
  ["logger", { logger: { info() {} } }],
  ["meter", { meter: {} }],
  ["panel.signIn", { panel: { signIn: true } }],
  ["webhooks.timeoutMs", { webhooks: { timeoutMs: "30s" } }],
  ["webhooks.allowHttp", { webhooks: { allowHttp: "false" } }],
  ["providerTimeoutMs", { providerTimeoutMs: 2 ** 31 }],
  ["providerTimeoutMs", { providerTimeoutMs: "5000" }],
  ["webhooks.timeoutMs", { webhooks: { timeoutMs: 60_001 } }],
  ["listenOptions.requestTimeoutMs", { listenOptions: { requestTimeoutMs: 2 ** 31 } }],
  ["listenOptions.keepAliveTimeoutMs", { listenOptions: { keepAliveTimeoutMs: 2 ** 31 } }],
  ["rateLimits.getPaymentStatus", { rateLimits: { getPaymentStatus: { max: "5", windowSeconds: 60 } } }],
  ["rateLimits.getPaymentStatus", { rateLimits: { getPaymentStatus: { max: 5, windowSeconds: Infinity } } }],
  ["rateLimits.getPaymentStatus", { rateLimits: { getPaymentStatus: { max: 5, windowSeconds: 60, burst: "1" } } }],
  ["rateLimits.getPaymentStatus", { rateLimits: { getPaymentStatus: null } }],
  ["rateLimits", { rateLimits: true }],
  ["webhooks", { webhooks: "private" }],
  ["openBanking", { openBanking: true }],
  ["cardPages", { cardPages: null }],
  ["listenOptions", { listenOptions: null }],
  ["retention", { retention: 180 }],
  ["theme", { theme: "dark" }],
  ["theme.name", { theme: { name: 5 } }],
  ["deployment", { deployment: "staging" }],
  ["deployment.commit", { deployment: { commit: 5 } }],
  ["metricsToken", { metricsToken: 1234567890123456 }],
  ["auditActor", { auditActor: {} }],
  ["panel.signInUrl", { panel: { signIn: () => undefined, signInUrl: 5 } }],
  ["panel.isSignedIn", { panel: { isSignedIn: true } }],
  ["theme.texts.en.amount", { theme: { texts: { en: { amount: 5 } } } }],
  ["encryptionKey", { encryptionKey: "c2hvcnQ=" }],
  ["encryptionKey", { encryptionKey: "not base64!" }],
  ["encryptionKey[1]", { encryptionKey: [createHash("sha256").update("key").digest(), new Uint8Array(16)] }],
])("names the invalid option of a service: %s", (option, fields) => {
  const usual = { baseUrl: "http://127.0.0.1:1", storage: sqliteStorage({ filename: ":memory:" }) };
  // Wrong on purpose.
  expect(() => createPaymentService({ ...usual, ...fields } as never)).toThrow(`${option} must be`);
});

test.each([
  ["enviroments", { enviroments: ["test"] }, "did you mean environments?"],
  ["ENCRYPTION_KEY", { ENCRYPTION_KEY: "" }, "did you mean encryptionKey?"],
  ["rateLimits.getStatus", { rateLimits: { getStatus: false } }, "getPaymentStatus"],
  ["webhooks.timeout", { webhooks: { timeout: 5 } }, "did you mean timeoutMs?"],
  [
    "rateLimits.getPaymentStatus.window",
    { rateLimits: { getPaymentStatus: { max: 5, window: 60 } } },
    "valid names are max, windowSeconds, burst",
  ],
  ["openBanking.production", { openBanking: { production: {} } }, "valid names are test, live"],
  ["theme.texts.en.choose_headng", { theme: { texts: { en: { choose_headng: "" } } } }, "did you mean choose_heading?"],
  ["theme.colors.acent", { theme: { colors: { acent: "#000000" } } }, "did you mean accent?"],
  ["theme.color", { theme: { color: {} } }, "did you mean colors?"],
])("names an unknown option: %s", (option, fields, hint) => {
  const usual = { baseUrl: "http://127.0.0.1:1", storage: sqliteStorage({ filename: ":memory:" }) };
  // Wrong on purpose.
  const create = () => createPaymentService({ ...usual, ...fields } as never);
  expect(create).toThrow(`Option ${option} is unknown`);
  expect(create).toThrow(hint);
});

test.each([
  ["nothing", undefined, "sqliteStorage needs { filename }"],
  ["no file name", {}, "sqliteStorage needs { filename }"],
  ["an empty file name", { filename: "" }, "sqliteStorage needs { filename }"],
  ["another name for it", { fileName: "payments.db" }, "did you mean filename?"],
])("refuses a storage with %s at once", (_, options, message) => {
  // Wrong on purpose.
  expect(() => sqliteStorage(options as never)).toThrow(message);
});

test.each<[string, (service: ReturnType<typeof open>) => unknown]>([
  ["merchantId", ({ stores }) => stores.get("mer_\0")],
  ["name", ({ stores }) => stores.create({ name: "T\0ea" })],
  ["description", ({ apiKeys }) => apiKeys.issue({ merchantId: "m", environment: "test", description: "\0" } as never)],
  ["reason", ({ payments }) => payments.resolve("pay_x", { to: "settled", reason: "a\0b", actor: "ops" })],
  ["search", ({ payments }) => payments.list({ search: "\0" })],
  ["actor", ({ audit }) => audit.list({ actor: "\0" })],
  ["email", ({ privacy }) => privacy.export({ email: "a@\0" })],
  ["orderKey", ({ orders }) => orders.upsert("mer_x", { orderKey: "wc_order_\0" } as never)],
  ["merchantId", ({ webhooks }) => webhooks.list({ merchantId: "\0" })],
])("refuses a NUL character in the text of a verb, which PostgreSQL cannot store: %s", async (path, call) => {
  await expect(call(open())).rejects.toMatchObject({ code: "VALIDATION_ERROR", details: [{ path, rule: "nul" }] });
});

// Wrong on purpose, as untyped code may call them.
type Verbs = Record<string, Record<string, (...given: unknown[]) => unknown>>;

const namedArguments = Object.entries(verbArguments).flatMap(([group, verbs]) =>
  Object.entries<Readonly<Record<string, ArgumentKind>>>(verbs).flatMap(([verb, named]) =>
    Object.entries(named).flatMap(([name, kind], index) =>
      kind === "any" ? [] : [{ group, verb, name, kind, index, kinds: Object.values(named) }],
    ),
  ),
);

test.each(namedArguments)("names an argument of another kind: $name of $group.$verb", async (argument) => {
  const { group, verb, name, kind, index, kinds } = argument;
  const service = open() as unknown as Verbs;
  for (const wrong of [null, 5, ["tea"], ...(kind.startsWith("optional ") ? [] : [undefined])]) {
    const given: unknown[] = kinds.map((other) => (other.endsWith("id") ? "tea" : {}));
    given[index] = wrong;
    await expect(service[group]?.[verb]?.(...given)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path: name, rule: "type" }],
    });
  }
});

test("names every argument of another kind at once", async () => {
  const { alerts } = open();
  await expect(alerts.resolve(undefined as never, undefined as never)).rejects.toMatchObject({
    details: [{ path: "alertId" }, { path: "decision" }],
  });
});

test.each([
  ["email", { role: "operator" }],
  ["email", { email: ["ana@example.com"], role: "operator" }],
  ["password", { email: "ana@example.com", role: "operator", password: 12345678901234 }],
  ["merchantId", { email: "ana@example.com", role: "owner", merchantId: { like: "%" } }],
  ["mail", { mail: "ana@example.com", email: "ana@example.com", role: "operator" }],
])("names the invalid field of a user: %s", async (path, input) => {
  const { users } = open();
  for (const verb of [users.create, users.invite]) {
    // Wrong on purpose, as untyped code may call it.
    await expect(verb(input as never)).rejects.toMatchObject({ code: "VALIDATION_ERROR", details: [{ path }] });
  }
});

test("names an unknown simulated event", async () => {
  const service = open();
  // Wrong on purpose.
  await expect(service.payments.simulate("pay_x", { event: "nope" } as never)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: [{ path: "event", rule: "enum", message: expect.stringContaining("provider_success") }],
  });
});

test("a stopped service refuses further calls instead of opening its database again", async () => {
  const service = open();
  await service.stores.create({ name: "S" });
  await service.stop();
  await expect(service.stores.list()).rejects.toThrow("is stopped");
  await expect(service.start()).rejects.toThrow("is stopped");
  await service.stop();
});

test.each([
  ["to", { to: "paid", reason: "seen on the account", actor: "ops@example.com" }],
  ["reason", { to: "settled", reason: " ", actor: "ops@example.com" }],
  ["actor", { to: "settled", reason: "seen on the account" }],
])("resolves nothing when a decision has an invalid %s", async (path, decision) => {
  const service = open();
  // Wrong on purpose; without the check an unknown word would decline a payment that was meant to be
  // paid.
  await expect(service.payments.resolve("pay_x", decision as never)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: [expect.objectContaining({ path })],
  });
});
