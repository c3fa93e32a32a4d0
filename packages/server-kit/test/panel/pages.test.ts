// What the pages of the panel do, over HTTP: keys and secrets shown once, webhooks, transactions, settings, users, the audit log.
import { answerChallenge } from "@payment-sessions/webhook-verifier";
import { afterEach, expect, test } from "vitest";
import { serveInTest } from "../loopback.js";
import { formOf, openPanel, secretOn, unbroken } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

async function openEndpoint(respond: (body: string, headers: Headers) => Promise<{ status: number; body: string }>) {
  const url = await serveInTest(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    // The sender's headers come once each.
    const { status, body: text } = await respond(body, new Headers(request.headers as Record<string, string>));
    response.writeHead(status, { "content-type": "application/json" }).end(text);
  });
  return `${url}/hook`;
}

test("an API key is shown once and works; the same form sent again makes no second one", async () => {
  panel = await openPanel();
  const browser = await panel.signedIn("developer");
  await browser.get(panel.storePath("/integration"));
  expect(browser.page?.text).toContain("There is no API key yet");
  const { hidden } = formOf(browser.page?.text ?? "", `/pay${panel.storePath("/api-keys")}`);
  const fields = { ...hidden, environment: "test", days: "30" };
  const made = await browser.post(panel.storePath("/api-keys"), fields);
  const secret = secretOn(made) ?? "";
  expect([made.status, made.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(secret).toMatch(/^ps_test_[0-9A-Za-z]{49}$/);
  const status = await fetch(`${panel.origin}/pay/payments/pay_none/status`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(status.status).toBe(404);
  const again = await browser.post(panel.storePath("/api-keys"), fields);
  expect([again.status, secretOn(again)]).toEqual([409, undefined]);
  const page = await browser.get(panel.storePath("/integration"));
  expect(page.text).not.toContain(secret);
  expect(page.text).toContain(secret.slice(0, 12));
  const [key, ...others] = await panel.service.apiKeys.list(panel.store.merchantId);
  expect(others).toEqual([]);
  expect(key?.expiresAt).toBe(panel.time.now + 30 * 86_400_000);
});

test("a form that is older than a session does nothing", async () => {
  panel = await openPanel();
  const browser = await panel.signedIn("owner");
  await browser.get(panel.storePath("/integration"));
  const { hidden } = formOf(browser.page?.text ?? "", `/pay${panel.storePath("/api-keys")}`);
  panel.time.now += 12 * 60 * 60 * 1000;
  const later = await panel.signedIn("owner");
  const { hidden: fresh } = formOf(
    (await later.get(panel.storePath("/integration"))).text,
    `/pay${panel.storePath("/api-keys")}`,
  );
  const response = await later.post(panel.storePath("/api-keys"), {
    ...fresh,
    mark: hidden.mark ?? "",
    environment: "test",
  });
  expect(response.status).toBe(409);
  expect(await panel.service.apiKeys.list(panel.store.merchantId)).toEqual([]);
});

test("a key is rotated: a new one beside it, then the old one revoked and refused", async () => {
  panel = await openPanel();
  const { merchantId } = panel.store;
  const old = await panel.service.apiKeys.issue({ merchantId, environment: "live" });
  const browser = await panel.signedIn("owner");
  await browser.get(panel.storePath("/integration"));
  const rotated = await browser.submit(panel.storePath(`/api-keys/${old.id}/rotate`));
  expect(secretOn(rotated)).toMatch(/^ps_live_/);
  await browser.submit(panel.storePath(`/api-keys/${old.id}/revoke`));
  const call = await fetch(`${panel.origin}/pay/payments/x/status`, {
    headers: { authorization: `Bearer ${old.secret}` },
  });
  expect(call.status).toBe(401);
  expect((await browser.get(panel.storePath("/integration?done=revoked"))).text).toContain("revoked");
});

test("a rotated key keeps the scopes and the lifetime of the old one", async () => {
  panel = await openPanel();
  const { merchantId } = panel.store;
  const dayMs = 86_400_000;
  const scopes = ["payments:read" as const];
  const expiresAt = panel.time.now + 30 * dayMs;
  const old = await panel.service.apiKeys.issue({ merchantId, environment: "live", scopes, expiresAt });
  panel.time.now += 31 * dayMs;
  const browser = await panel.signedIn("developer");
  await browser.get(panel.storePath("/integration"));
  const rotated = await browser.submit(panel.storePath(`/api-keys/${old.id}/rotate`));
  expect(secretOn(rotated)).toMatch(/^ps_live_/);
  const keys = await panel.service.apiKeys.list(merchantId);
  expect(keys.find(({ id }) => id !== old.id)).toMatchObject({ scopes, expiresAt: panel.time.now + 30 * dayMs });
  await panel.service.apiKeys.revoke(old.id);
  const again = await browser.submit(panel.storePath(`/api-keys/${old.id}/rotate`));
  expect([again.status, secretOn(again)]).toEqual([400, undefined]);
  expect(await panel.service.apiKeys.list(merchantId)).toHaveLength(2);
});

test("the webhook secret is rotated in two steps, and deliveries are signed accordingly", async () => {
  panel = await openPanel();
  const browser = await panel.signedIn("owner");
  await browser.get(panel.storePath("/integration"));
  const announced = await browser.submit(panel.storePath("/webhook-secret/announce"));
  const secret = secretOn(announced) ?? "";
  expect(secret).toMatch(/^whs_/);
  const url = await openEndpoint(async (body, headers) => {
    try {
      const response = await answerChallenge({ body, headers, secret });
      return { status: response?.status ?? 200, body: response?.body ?? "" };
    } catch {
      return { status: 401, body: "" };
    }
  });
  await panel.service.stores.update(panel.store.merchantId, { webhookUrl: url });
  await browser.get(panel.storePath("/integration"));
  const before = await browser.submit(`${panel.storePath("/verify")}#verification`);
  expect(before.text).toContain("signature_rejected");
  await browser.get(panel.storePath("/integration"));
  await browser.submit(panel.storePath("/webhook-secret/switch"));
  await browser.get(panel.storePath("/integration"));
  const after = await browser.submit(`${panel.storePath("/verify")}#verification`);
  expect(after.text).toContain("The endpoint verified the signature and returned the challenge.");
});

test("a page that shows an earlier announced webhook secret neither switches to a later one nor replaces it", async () => {
  panel = await openPanel();
  const { merchantId } = panel.store;
  const [browser, other] = [await panel.signedIn("owner"), await panel.signedIn("developer")];
  const integration = panel.storePath("/integration");
  const announce = panel.storePath("/webhook-secret/announce");
  const secretsOf = async () => {
    const store = await panel.storage.read((records) => records.stores.find(merchantId));
    return [store?.sealedWebhookSecret, store?.sealedNextWebhookSecret];
  };
  await other.get(integration);
  await browser.get(integration);
  const mine = await browser.submit(announce);
  expect(secretOn(mine)).toMatch(/^whs_/);
  const announced = await secretsOf();
  const refused = await other.submit(announce);
  expect([refused.status, secretOn(refused)]).toEqual([409, undefined]);
  expect(refused.text).toContain("Another webhook secret was announced or switched to after this page was opened");
  expect(await secretsOf()).toEqual(announced);

  expect(secretOn(await other.submit(announce))).toMatch(/^whs_/);
  const replaced = await secretsOf();
  browser.page = mine;
  expect((await browser.submit(panel.storePath("/webhook-secret/switch"))).status).toBe(409);
  expect(await secretsOf()).toEqual(replaced);
  expect((await browser.submit(panel.storePath("/webhook-secret/switch"))).status).toBe(303);
  expect(await secretsOf()).toEqual([replaced[1], undefined]);
});

test("a webhook URL that may not be used is named with what would be right, and what was typed stays", async () => {
  panel = await openPanel({ webhooks: {} });
  const browser = await panel.signedIn("owner");
  await browser.get(panel.storePath("/integration"));
  const page = await browser.submit(panel.storePath("/webhook-url"), { webhookUrl: "http://169.254.169.254/x" });
  expect(page.status).toBe(400);
  expect(page.text).toContain("The webhook URL must begin with https://");
  expect(page.text).not.toContain("The webhook URL The");
  expect(page.text).toContain('value="http://169.254.169.254/x"');
});

test("where both modes are listed, every row has its mode", async () => {
  panel = await openPanel();
  await panel.initialize({ orderId: "test-order", currency: "JPY", amountCents: 551 });
  const { paymentId } = await panel.initialize({ orderId: "live-order" }, "live");
  const browser = await panel.signedIn("viewer");
  const list = async (query: string) => (await browser.get(panel.storePath(`/transactions?${query}`))).text;
  const modesIn = (text: string) =>
    [...text.matchAll(/<td role="cell" class="money">[^<]*<span class="badge mode (test|live)"/g)].map(
      ([, mode]) => mode,
    );
  const both = await list("mode=both");
  expect(modesIn(both).sort()).toEqual(["live", "test"]);
  expect(both).toContain("¥551");
  expect(await list("mode=test")).not.toContain("live-order");
  expect(await list(`q=${paymentId}`)).toContain("live-order");
  expect(await list("state=declined")).toContain("No results");
});

test("what needs attention is marked in the list, found by its filter and shown first on the overview", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize({ orderId: "with-alerts" });
  await panel.service.payments.recordProviderEvent(paymentId, { type: "provider.success" });
  for (const type of ["provider.rejected", "provider.rejected", "provider.cancelled"] as const)
    await panel.service.payments.recordProviderEvent(paymentId, { type });
  await panel.initialize({ orderId: "quiet" });
  const browser = await panel.signedIn("viewer");
  const row = (text: string, order: string) =>
    text.match(/<tr role="row">[\s\S]*?<\/tr>/g)?.find((one) => one.includes(order)) ?? "";
  const { text } = await browser.get(panel.storePath("/transactions"));
  expect(row(text, "with-alerts")).toContain("2 alerts");
  expect(row(text, "quiet")).not.toContain("alert");
  const found = await browser.get(panel.storePath("/transactions?state=attention"));
  expect(found.text).toContain("with-alerts");
  expect(found.text).not.toContain("quiet");
  const overview = await browser.get(panel.storePath("/overview?mode=test"));
  expect(overview.text).toMatch(/Needs attention[\s\S]*with-alerts[\s\S]*Payments created in 30 days/);
  expect((await panel.service.payments.get(paymentId))?.alertCount).toBe(2);
});

test("a webhook that has failed for good marks its transaction", async () => {
  panel = await openPanel();
  const webhookUrl = await openEndpoint(async () => ({ status: 410, body: "" }));
  await panel.service.stores.update(panel.store.merchantId, { webhookUrl });
  const { paymentId } = await panel.initialize({ orderId: "unheard" });
  await panel.service.runDue();
  const browser = await panel.signedIn("viewer");
  expect((await browser.get(panel.storePath("/transactions?state=attention"))).text).toContain("webhook failed");
  const overview = await browser.get(panel.storePath("/overview?mode=test"));
  expect(overview.text).toContain(`href="/pay${panel.storePath(`/transactions/${paymentId}/technical`)}"`);
});

test("an address that does not exist is a page of the panel for who is signed in, and the sign-in for anybody else", async () => {
  panel = await openPanel();
  const browser = await panel.signedIn("viewer");
  for (const path of ["/panel/nothing", "/panel/nothing/at/all", panel.storePath("/nothing"), "/panel/sign-out"]) {
    const page = await browser.get(path);
    expect([path, page.status, page.headers.get("content-type")]).toEqual([path, 404, "text/html; charset=utf-8"]);
    expect(page.text).toContain("This page doesn&#39;t exist");
    expect(page.text).toContain("Sign out");
    expect(page.headers.get("cache-control")).toBe("no-store");
  }
  const stranger = panel.browser();
  expect((await stranger.get("/panel/nothing")).headers.get("location")).toContain("/panel/sign-in");
  expect((await stranger.post("/panel/nothing", {})).status).toBe(401);
});

test("a store is deleted by typing its id: keys, users and waiting webhooks end, and the audit names the user", async () => {
  panel = await openPanel();
  const { merchantId } = panel.store;
  await panel.service.stores.update(merchantId, { webhookUrl: "http://127.0.0.1:1/hook" });
  const { paymentId, key } = await panel.initialize();
  const [operator, owner] = [await panel.signedIn("operator"), await panel.signedIn("owner")];
  const settings = await operator.get(panel.storePath("/settings"));
  expect(settings.text).toContain("Delete this store for good");
  expect((await owner.get(panel.storePath("/settings"))).text).not.toContain("Delete this store");
  const mistyped = await operator.submit(panel.storePath("/delete"), { merchantId: "corner shop" });
  expect(mistyped.status).toBe(400);
  expect(mistyped.text).toContain("nothing was deleted");
  expect(await panel.service.stores.get(merchantId)).toBeDefined();

  await operator.get(panel.storePath("/settings"));
  const deleted = await operator.submit(panel.storePath("/delete"), { merchantId });
  expect([deleted.status, deleted.headers.get("location")]).toEqual([303, "/pay/panel/stores?done=deleted"]);
  expect((await operator.get("/panel/stores?done=deleted")).text).toContain("The store is deleted");
  expect(await panel.service.stores.get(merchantId)).toBeUndefined();
  const refused = await fetch(`${panel.origin}${panel.prefix}/payments/${paymentId}/status`, {
    headers: { authorization: `Bearer ${key.secret}` },
  });
  expect(refused.status).toBe(401);
  expect((await owner.get(panel.storePath("/overview"))).headers.get("location")).toContain("/panel/sign-in");
  expect((await panel.browser().signIn("owner@shop.example")).status).not.toBe(303);
  expect(unbroken(await operator.get("/panel/audit"))).toMatch(/operator@service\.example[\s\S]{0,200}store\.deleted/);
});

test("a failed delivery is seen with every attempt and sent again by hand, and the audit names who did it", async () => {
  panel = await openPanel();
  let status = 410;
  const deliveries: (string | null)[] = [];
  const url = await openEndpoint(async (_body, headers) => {
    deliveries.push(headers.get("x-service-delivery"));
    return { status, body: `{"said":"<b>${status}</b>"}` };
  });
  await panel.service.stores.update(panel.store.merchantId, { webhookUrl: url });
  const { paymentId } = await panel.initialize();
  await panel.service.runDue();
  const browser = await panel.signedIn("developer");
  const technical = panel.storePath(`/transactions/${paymentId}/technical`);
  const before = await browser.get(technical);
  expect(before.text).toContain("&quot;said&quot;:&quot;&lt;b&gt;410&lt;/b&gt;&quot;");
  expect(before.text).toContain(">Rejected<");
  status = 200;
  const deliveryId = deliveries[0] ?? "";
  await browser.submit(panel.storePath(`/transactions/${paymentId}/deliveries/${deliveryId}/redeliver`));
  await panel.service.runDue();
  expect(deliveries).toEqual([deliveryId, deliveryId]);
  expect((await browser.get(technical)).text).toContain(">Delivered<");
  const audit = await browser.get(panel.storePath("/audit"));
  expect(unbroken(audit)).toMatch(/developer@shop\.example[\s\S]{0,200}webhook\.redelivered/);
});

test("a manual decision needs a reason, and is in timeline and audit with its user", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize();
  const browser = await panel.signedIn("owner");
  const path = panel.storePath(`/transactions/${paymentId}`);
  await browser.get(path);
  const refused = await browser.submit(`${path}/cancel`, { reason: "  " });
  expect([refused.status, refused.text.includes("A reason is required")]).toEqual([400, true]);
  await browser.submit(`${path}/cancel`, { reason: "ordered twice" });
  const page = await browser.get(path);
  expect(page.text).toMatch(/Cancelled[\s\S]*Cancelled by <bdi>owner@shop\.example[\s\S]*ordered twice/);
  expect(unbroken(await browser.get(panel.storePath("/audit")))).toMatch(
    /payment\.merchant\.cancelled[\s\S]*ordered twice/,
  );
});

test("an operator resolves what the bank left open", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize({ paymentMethod: "open_bank_transfer" });
  await panel.service.payments.recordProviderEvent(paymentId, { type: "provider.accepted" });
  const browser = await panel.signedIn("operator");
  const path = panel.storePath(`/transactions/${paymentId}`);
  await browser.get(path);
  expect((await browser.submit(`${path}/resolve`, { reason: "on the statement" })).status).toBe(400);
  await browser.get(path);
  expect((await browser.submit(`${path}/resolve`, { to: "settled", reason: "on the statement" })).status).toBe(303);
  expect((await panel.service.payments.get(paymentId))?.state).toBe("settled");
});

test("M18: a settings form from before somebody else's change shows the conflict and overwrites nothing", async () => {
  panel = await openPanel();
  const { merchantId } = panel.store;
  const account = { accountHolder: "Corner shop", iban: "DE89370400440532013000", bic: "", bankName: "" };
  await panel.service.stores.update(merchantId, { bankAccount: account });
  const browser = await panel.signedIn("owner");
  const form = {
    name: "A new name",
    successStatus: "completed",
    "method-qr_pay": "off",
    "method-open_bank_transfer": "live",
    "method-card_processing": "off",
    "method-bank_transfer": "off",
    accountHolder: "Corner shop",
    iban: "DE89 3704 0044 0532 0130 00",
  };
  const { paymentMethods: switches, openBankTransfer } = panel.store;
  for (const [method, word] of Object.entries(switches)) Object.assign(form, { [`method-${method}`]: word });
  if (openBankTransfer.instant) Object.assign(form, { instant: "yes" });
  if (openBankTransfer.collectBuyerData) Object.assign(form, { collectBuyerData: "yes" });
  await browser.get(panel.storePath("/settings"));
  const changed = { ...account, iban: "LT121000011101001000" };
  await panel.service.stores.update(merchantId, { bankAccount: changed });

  const conflict = await browser.submit(panel.storePath("/settings"), form);
  expect(conflict.status).toBe(409);
  expect(conflict.text).toContain("The IBAN was changed elsewhere after this page was opened");
  expect(conflict.text).not.toContain("The account holder was changed");
  // What the person typed is kept, what they did not touch is what is stored now.
  expect(conflict.text).toContain('value="A new name"');
  expect(conflict.text).toContain('value="LT12 1000 0111 0100 1000"');
  expect(await panel.service.stores.get(merchantId)).toMatchObject({ name: "Corner shop", bankAccount: changed });

  const saved = await browser.submit(panel.storePath("/settings"), { ...form, iban: "LT12 1000 0111 0100 1000" });
  expect(saved.status).toBe(303);
  expect(await panel.service.stores.get(merchantId)).toMatchObject({ name: "A new name", bankAccount: changed });
});

test("M18: the forms of the webhook URL and of a role detect a change made meanwhile", async () => {
  panel = await openPanel();
  const { merchantId } = panel.store;
  const browser = await panel.signedIn("owner");
  await browser.get(panel.storePath("/integration"));
  await panel.service.stores.update(merchantId, { webhookUrl: "https://new.example/hook" });
  const url = await browser.submit(panel.storePath("/webhook-url"), { webhookUrl: "https://old.example/hook" });
  expect([url.status, url.text.includes("The webhook URL was changed elsewhere")]).toEqual([409, true]);
  expect((await panel.service.stores.get(merchantId))?.webhookUrl).toBe("https://new.example/hook");

  await browser.get(panel.storePath("/users"));
  await panel.service.users.setRole("usr_developer", "viewer");
  const role = await browser.submit(panel.storePath("/users/usr_developer/role"), { role: "owner" });
  expect([role.status, role.text.includes("The role was changed elsewhere")]).toEqual([409, true]);
  const users = await panel.service.users.list(merchantId);
  expect(users.find(({ userId }) => userId === "usr_developer")?.role).toBe("viewer");
});

test("settings are changed by their owner, refused ones shown again, and the audit names the changed ones only", async () => {
  panel = await openPanel();
  const browser = await panel.signedIn("owner");
  const form = {
    name: "Müller & Söhne <b>",
    contactEmail: "ops@shop.example",
    url: "",
    logo: "",
    successStatus: "paid",
    allowedReturnHosts: "Shop.example\nwww.shop.example",
    "method-qr_pay": "live",
    "method-open_bank_transfer": "live",
    "method-card_processing": "off",
    "method-bank_transfer": "test",
    accountHolder: "Müller & Söhne",
    iban: "de89 3704 0044 0532 0130 00",
    bic: "cobadeffxxx",
    instant: "yes",
  };
  await browser.get(panel.storePath("/settings"));
  const wrong = await browser.submit(panel.storePath("/settings"), { ...form, iban: "DE00 3704 0044 0532 0130 00" });
  expect([wrong.status, wrong.text.includes("The IBAN must be a valid IBAN")]).toEqual([400, true]);
  expect(wrong.text).toContain("Müller &amp; Söhne &lt;b&gt;");
  const saved = await browser.submit(panel.storePath("/settings"), form);
  expect(saved.status).toBe(303);
  expect(await panel.service.stores.get(panel.store.merchantId)).toMatchObject({
    name: "Müller & Söhne <b>",
    successStatus: "paid",
    allowedReturnHosts: ["shop.example", "www.shop.example"],
    paymentMethods: { qr_pay: "live", bank_transfer: "test" },
    bankAccount: { iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
  });
  await browser.get(panel.storePath("/settings"));
  await browser.submit(panel.storePath("/settings"), { ...form, successStatus: "completed" });
  const [newest] = await panel.storage.read((records) => records.audit.list({ limit: 1 }));
  expect(newest).toMatchObject({
    actor: "owner@shop.example",
    action: "store.updated",
    detail: { fields: ["successStatus"] },
  });
});

test("a new user signs in with the password that was shown once", async () => {
  panel = await openPanel();
  const browser = await panel.signedIn("owner");
  await browser.get(panel.storePath("/users"));
  const { hidden } = formOf(browser.page?.text ?? "", `/pay${panel.storePath("/users")}`);
  const fields = { ...hidden, email: "New@shop.example", role: "developer" };
  const made = await browser.post(panel.storePath("/users"), fields);
  const shown = secretOn(made) ?? "";
  const again = await browser.post(panel.storePath("/users"), fields);
  expect([again.status, secretOn(again)]).toEqual([409, undefined]);
  const opened = await panel.browser().post("/panel/sign-in", { email: "new@shop.example", password: shown });
  expect(opened.status).toBe(303);
});

test("the session's token reads the webhook history of its own store for ten minutes", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize();
  const browser = await panel.signedIn("viewer");
  await browser.get("/panel/account");
  const csrf = /name="csrf" value="([^"]+)"/.exec(browser.page?.text ?? "")?.[1] ?? "";
  expect((await browser.post("/panel/session-token", {})).status).toBe(403);
  const issued = await browser.post("/panel/session-token", { csrf });
  // The endpoint's own response.
  const { token } = JSON.parse(issued.text) as { token: string };
  const read = (bearer: string, id = paymentId) =>
    fetch(`${panel.origin}/pay/transactions/${id}/webhook/history`, { headers: { authorization: `Bearer ${bearer}` } });
  expect((await read(token)).status).toBe(200);
  const forged = token.replace(/\.(.)([^.]*)$/, (_, first, rest) => `.${first === "A" ? "B" : "A"}${rest}`);
  expect((await read(forged)).status).toBe(401);
  const foreign = await panel.service.stores.update(panel.otherStore.merchantId, {
    kyc: "approved",
    verification: "approved",
  });
  const otherKey = await panel.service.apiKeys.issue({ merchantId: foreign.merchantId, environment: "test" });
  const other = await fetch(`${panel.origin}/pay/payments/initialize`, {
    method: "POST",
    headers: { authorization: `Bearer ${otherKey.secret}`, "content-type": "application/json" },
    body: JSON.stringify({ merchantId: foreign.merchantId, orderId: "1", amountCents: 1, currency: "EUR" }),
  });
  // The contract's response.
  expect((await read(token, ((await other.json()) as { paymentId: string }).paymentId)).status).toBe(404);
  panel.time.now += 10 * 60_000 + 1000;
  expect((await read(token)).status).toBe(401);
});

test("the session's token ends with its session", async () => {
  panel = await openPanel();
  const { paymentId } = await panel.initialize();
  const browser = await panel.signedIn("viewer");
  await browser.get("/panel/account");
  const csrf = /name="csrf" value="([^"]+)"/.exec(browser.page?.text ?? "")?.[1] ?? "";
  // The endpoint's own response.
  const { token } = JSON.parse((await browser.post("/panel/session-token", { csrf })).text) as { token: string };
  await browser.post("/panel/sign-out", { csrf });
  const response = await fetch(`${panel.origin}/pay/transactions/${paymentId}/webhook/history`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(401);
});

test("no page is kept by a cache or framed by a site; the assets hold nothing about anyone and are", async () => {
  panel = await openPanel({ baseUrl: "https://pay.example.com/pay" });
  const browser = panel.browser();
  const page = await browser.get("/panel/sign-in");
  expect(Object.fromEntries(page.headers)).toMatchObject({
    "cache-control": "no-store",
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "strict-transport-security": "max-age=31536000",
    "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
  });
  expect(page.headers.get("content-security-policy")).not.toMatch(/unsafe|\*|http/);
  expect(page.headers.get("etag")).toBeNull();
  const assets = [...page.text.matchAll(/(?:href|src)="\/pay(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "");
  expect(assets).toHaveLength(2);
  for (const path of assets) {
    const asset = await browser.get(path);
    expect([asset.status, asset.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
    expect(asset.headers.get("set-cookie")).toBeNull();
  }
});

test("the audit log leaves out nothing between its pages", async () => {
  panel = await openPanel();
  // Recent: housekeeping prunes old lines.
  const begun = Date.now() - 60_000;
  await panel.storage.write(async (records) => {
    for (let index = 0; index < 130; index += 1) {
      const { merchantId } = panel.store;
      await records.audit.append({
        at: begun + Math.floor(index / 60),
        actor: "a",
        actorKind: undefined,
        address: undefined,
        action: `n${index}.`,
        merchantId,
        subject: undefined,
        detail: {},
      });
    }
  });
  const browser = await panel.signedIn("owner");
  const seen: string[] = [];
  for (let path: string | undefined = panel.storePath("/audit"); path !== undefined; ) {
    const { text } = await browser.get(path);
    seen.push(...[...text.matchAll(/<bdi>(n\d+)\.<\/bdi>/g)].map(([, action]) => action ?? ""));
    path = /href="\/pay([^"]+before=[^"]+)"/.exec(text)?.[1];
  }
  expect(seen).toEqual(Array.from({ length: 130 }, (_, index) => `n${129 - index}`));
});

test("names full of markup are text wherever they appear", async () => {
  panel = await openPanel();
  const name = `"><script>alert(1)</script>`;
  await panel.service.stores.update(panel.store.merchantId, { name });
  const { paymentId } = await panel.initialize({ orderId: name, customerName: name, metadata: { [name]: name } });
  const browser = await panel.signedIn("operator");
  for (const path of [
    "/overview",
    "/transactions",
    `/transactions?q=${encodeURIComponent(name)}`,
    `/transactions/${paymentId}`,
    `/transactions/${paymentId}/technical`,
    "/settings",
    "/audit",
  ]) {
    expect([path, (await browser.get(panel.storePath(path))).text.includes("<script>alert")]).toEqual([path, false]);
  }
});
