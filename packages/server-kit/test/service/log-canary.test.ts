// Tests that no log line contains personal data or secrets (O16, O26): every log call in the source is
// checked by the names of its fields, and a service with marked values runs through successes and failures,
// with every line at every level checked.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createPaymentService } from "../../src/index.js";
import type { PaymentServiceOptions } from "../../src/service-options.js";
import { listen } from "../listen.js";
import { serveService } from "../serve.js";
import { freshStorage } from "../storages.js";

/** Ids, states, codes and counts. A field may be added only if it can contain neither personal data nor a secret. */
const allowedFields = new Set(
  (
    "requestId traceId merchantId method route status durationMs paymentId deliveryId attemptId statementId mailId messageId mails " +
    "provider code state event work attempt interruptedCount nextAttemptAt backMs moved kind storedCode configuredCode " +
    "fields repeats detail err adapter operation outcome expiresAt others"
  ).split(" "),
);

const sourceFolder = fileURLToPath(new URL("../../src", import.meta.url));

function logCalls(): { place: string; fields: string[] }[] {
  const calls: { place: string; fields: string[] }[] = [];
  for (const name of readdirSync(sourceFolder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts")) continue;
    const source = readFileSync(join(sourceFolder, name), "utf8").replace(/^\s*\/\/.*$/gm, "");
    for (const found of source.matchAll(/\b(?:logger\.(?:debug|info|warn|error)|failures\.warn)\(\s*/g)) {
      const rest = source.slice(found.index + found[0].length).replace(/^[`"][^`"]*[`"],\s*/, "");
      calls.push({ place: `${name}: ${rest.slice(0, 60).replace(/\s+/g, " ")}`, fields: fieldsOf(rest) });
    }
  }
  return calls;
}

/** The field names of the first argument: for an object literal its keys and spreads, else the variable's name. */
function fieldsOf(rest: string): string[] {
  if (!rest.startsWith("{")) return [/^\w+/.exec(rest)?.[0] ?? "?"];
  let depth = 0;
  let inner = "";
  for (const character of rest) {
    if ("{([".includes(character)) depth += 1;
    if ("})]".includes(character)) depth -= 1;
    if (depth === 0) break;
    inner += depth === 1 ? character : "";
  }
  return inner
    .slice(1)
    .split(",")
    .map(
      (part) =>
        part
          .trim()
          .replace(/^\.\.\./, "")
          .split(/[:\s]/)[0] ?? "",
    )
    .filter((part) => part !== "");
}

test("O16: every log call in the source names fields that can hold neither personal data nor a secret", () => {
  const calls = logCalls();
  expect(calls.length).toBeGreaterThan(25);
  const callsWithUnknownFields = calls.filter(({ fields }) => fields.some((field) => !allowedFields.has(field)));
  expect(callsWithUnknownFields).toEqual([]);
});

const canary = {
  email: "canary.person@buyer.example",
  name: "Canarina Canaria",
  iban: "DE89370400440532013000",
  metadata: "canary-metadata-5512",
  user: "canary.user@shop.example",
  password: "canary password with words",
  query: "canary-query-7781",
  responseBody: "canary-response-9917",
};

async function openFailing() {
  const lines: string[] = [];
  const write = (fields: object, text: string) => {
    lines.push(`${JSON.stringify(fields, (_, value) => (value instanceof Error ? describe(value) : value))} ${text}`);
  };
  const errorWithPersonalData = new Error(`no such person ${canary.name} <${canary.email}> ${canary.iban}`);
  const options: Partial<PaymentServiceOptions> = {
    openBanking: {
      test: {
        code: "bank",
        createSession: () => Promise.reject(errorWithPersonalData),
        fetchOutcome: () => Promise.reject(errorWithPersonalData),
      },
    },
    orders: { findOrder: () => Promise.reject(errorWithPersonalData) },
    mailer: { sendMail: () => Promise.reject(errorWithPersonalData) },
    logger: { debug: write, info: write, warn: write, error: write },
  };
  const receiver = await listen((request, response) => {
    request.resume().on("end", () => response.writeHead(410).end(canary.responseBody + canary.email));
  });
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: freshStorage(),
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    ...options,
  });
  const base = await serveService(service);
  const webhookUrl = `${receiver.url}/hook?secret=${canary.query}`;
  const close = async () => {
    await service.stop();
    await receiver.close();
  };
  return { service, base, webhookUrl, lines, close };
}

function describe(error: Error): object {
  return { name: error.name, message: error.message, stack: error.stack, cause: error.cause && String(error.cause) };
}

test("O16: marked personal data and secrets reach no log line, whatever fails", async () => {
  const { service, base, webhookUrl, lines, close } = await openFailing();
  const store = await service.stores.create({
    name: "S",
    kyc: "approved",
    verification: "approved",
    webhookUrl,
    contactEmail: canary.user,
    bankAccount: { bankName: "B", accountHolder: canary.name, iban: canary.iban, bic: "" },
  });
  const { merchantId } = store;
  const { secret } = await service.apiKeys.issue({ merchantId, environment: "test" });
  await service.users.create({ email: canary.user, role: "owner", merchantId, password: canary.password });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(base + path, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
      redirect: "manual",
    });
  const fields = {
    merchantId,
    orderId: "1001",
    amountCents: 1999,
    currency: "EUR",
    customerEmail: canary.email,
    customerName: canary.name,
    metadata: { note: canary.metadata },
  };
  // The fields that the contract requires for 200; the URL is checked below.
  const opened = (await (await post("/payments/initialize", fields)).json()) as {
    paymentId: string;
    paymentUrl: string;
  };
  const token = new URL(opened.paymentUrl).searchParams.get("token") ?? "";
  expect(token).toMatch(/^[\w-]{16,}$/);
  const direct = {
    ...fields,
    orderId: "1002",
    paymentMethod: "open_bank_transfer",
    checkoutMode: "direct_provider",
    customerCountry: "DE",
    senderName: canary.name,
    senderIban: canary.iban,
  };
  const get = (path: string) =>
    fetch(base + path, { headers: { authorization: `Bearer ${secret}`, "x-request-id": secret } });
  const form = { "content-type": "application/x-www-form-urlencoded" };
  // The status shows that each call reaches its intended failure: a wrong path or field would change it.
  for (const [call, status] of [
    [post("/payments/initialize", direct), 500],
    [post("/payments/initialize", { ...fields, [canary.email]: canary.iban, currency: canary.name }), 400],
    [post("/payments/initialize", `{"customerEmail":"${canary.email}"`), 400],
    [post("/payments/initialize", fields, { authorization: `Bearer ${secret}x` }), 401],
    [post("/panel/sign-in", `email=${canary.user}&password=${canary.password}x`, form), 401],
    [get(`/payments/${opened.paymentId}/status?email=${canary.email}`), 200],
    [get(`/checkout/${opened.paymentId}?token=${canary.query}`), 404],
    [get(`/orders/wc_order_${"a".repeat(13)}?email=${canary.email}`), 400],
    [get(`/orders/wc_order_${"a".repeat(13)}?shopId=${merchantId}`), 500],
    [get(`/${canary.email}`), 404],
    [get("/panel/password"), 200],
  ] as const) {
    const response = await call;
    expect([response.url, response.status]).toEqual([response.url, status]);
  }
  await service.payments.recordProviderEvent(opened.paymentId, { type: "settlement.confirmed", amountCents: 5 });
  await service.users.invite({ email: `second.${canary.user}`, role: "viewer", merchantId });
  await service.runDue();
  await expect.poll(() => lines.some((line) => line.includes("webhook"))).toBe(true);
  await close();

  expect(lines.length).toBeGreaterThan(12);
  const secrets = [secret, store.webhookSecret, token];
  for (const marked of [...Object.values(canary), ...secrets]) {
    expect(lines.filter((line) => line.toLowerCase().includes(marked.toLowerCase()))).toEqual([]);
  }
});
