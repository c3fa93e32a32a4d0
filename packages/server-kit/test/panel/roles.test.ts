// Who may see and do what in the panel.
import { afterEach, expect, test } from "vitest";
import type { UserRole } from "../../src/domain/panel-permissions.js";
import { openPanel } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

/** Forms that change something, by their address in a store; every-route.test.ts has the roles of each. */
const changes: [path: string, fields: Record<string, string>][] = [
  ["/api-keys", { environment: "test" }],
  ["/webhook-url", { webhookUrl: "https://shop.example/hook" }],
  ["/webhook-secret/announce", {}],
  ["/verify", {}],
  ["/settings", { name: "New name", successStatus: "paid" }],
  ["/users", { email: "new@shop.example", role: "viewer" }],
  ["/pause", { to: "paused" }],
  ["/delete", { merchantId: "mistyped" }],
  ["/transactions/{payment}/cancel", { reason: "asked for" }],
  ["/transactions/{payment}/receive", { amount: "19.99", currency: "EUR", reason: "seen on the statement" }],
  ["/transactions/{payment}/alerts/alr_x/resolve", { reason: "refunded" }],
  ["/transactions/{payment}/resolve", { to: "settled", reason: "seen on the statement" }],
];

test("a role of a newer version may look at its own store, and at no other", async () => {
  panel = await openPanel();
  // Written by a newer version that runs beside this one.
  const role = "auditor" as UserRole;
  const { merchantId } = panel.store;
  const { paymentId } = await panel.initialize();
  for (const [userId, ofStore] of [
    ["usr_of_store", merchantId],
    ["usr_of_none", undefined],
  ] as const) {
    const user = { ...panel.userOf("viewer"), userId, email: `${userId}@shop.example`, role, merchantId: ofStore };
    await panel.storage.write((records) => records.users.insert(user));
    const browser = await panel.signedInAs(user);
    const statusOf = async (path: string) => (await browser.get(path)).status;
    expect([userId, await statusOf(panel.storePath("/overview"))]).toEqual([userId, ofStore === undefined ? 404 : 200]);
    expect([userId, await statusOf(panel.storePath("/users"))]).toEqual([userId, ofStore === undefined ? 404 : 403]);
    expect([userId, await statusOf("/panel/stores")]).toEqual([userId, 403]);
    const account = await browser.get("/panel/account");
    const token = await browser.post("/panel/session-token", {
      csrf: /name="csrf" value="([^"]+)"/.exec(account.text)?.[1] ?? "",
    });
    const bearer = { authorization: `Bearer ${JSON.parse(token.text).token}` };
    const history = await fetch(`${panel.origin}/pay/transactions/${paymentId}/webhook/history`, { headers: bearer });
    expect([userId, history.status]).toEqual([userId, ofStore === undefined ? 401 : 200]);
  }
});

test("a viewer finds no form that changes anything", async () => {
  panel = await openPanel();
  await panel.service.stores.update(panel.store.merchantId, { webhookUrl: "http://127.0.0.1:1/hook" });
  const { paymentId } = await panel.initialize();
  const browser = await panel.signedIn("viewer");
  for (const path of [
    "/overview",
    "/integration",
    `/transactions/${paymentId}`,
    `/transactions/${paymentId}/technical`,
  ]) {
    const { text } = await browser.get(panel.storePath(path));
    const actionsOnPage = [...text.matchAll(/<form method="post" action="([^"]+)"/g)].map(([, action]) => action);
    expect([path, actionsOnPage]).toEqual([path, ["/pay/panel/mode", "/pay/panel/sign-out"]]);
  }
  expect((await browser.get(panel.storePath("/settings"))).text).toContain('<fieldset class="group" disabled>');
});

test("a viewer sees the webhook URL without its query, which may contain a token", async () => {
  panel = await openPanel();
  await panel.service.stores.update(panel.store.merchantId, { webhookUrl: "http://127.0.0.1:1/hook?token=geheim" });
  const { text } = await (await panel.signedIn("viewer")).get(panel.storePath("/integration"));
  expect(text).toContain("<code>http://127.0.0.1:1/hook?***</code>");
  expect(text).not.toContain("geheim");
});

test("another store is not found: its pages, its transactions, its keys, its users", async () => {
  panel = await openPanel();
  const { merchantId: otherId } = panel.otherStore;
  const { paymentId } = await panel.initialize();
  const ownKey = await panel.service.apiKeys.issue({ merchantId: panel.store.merchantId, environment: "test" });
  await panel.service.users.create({
    email: "owner@other.example",
    password: "a long enough word",
    role: "owner",
    merchantId: otherId,
  });
  const browser = panel.browser();
  await browser.post("/panel/sign-in", { email: "owner@other.example", password: "a long enough word" });
  const own = (path: string) => `/panel/stores/${otherId}${path}`;
  expect((await browser.get(own("/users"))).status).toBe(200);
  const { csrf = "", mark = "" } = Object.fromEntries(
    [...(browser.page?.text ?? "").matchAll(/name="(csrf|mark)" value="([^"]+)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  for (const path of [
    "/overview",
    "/transactions",
    `/transactions/${paymentId}`,
    "/integration",
    "/settings",
    "/users",
    "/audit",
  ]) {
    expect([path, (await browser.get(panel.storePath(path))).status]).toEqual([path, 404]);
  }
  for (const [path, fields] of changes) {
    const response = await browser.post(panel.storePath(path.replace("{payment}", paymentId)), {
      csrf,
      mark,
      ...fields,
    });
    expect([path, response.status]).toEqual([path, 404]);
  }
  expect((await browser.get(own(`/transactions/${paymentId}`))).status).toBe(404);
  expect((await browser.get(own(`/transactions/${paymentId}/technical`))).status).toBe(404);
  for (const path of [
    `/transactions/${paymentId}/cancel`,
    `/api-keys/${ownKey.id}/rotate`,
    `/api-keys/${ownKey.id}/revoke`,
    "/users/usr_owner/password",
    "/users/usr_operator/disabled",
  ]) {
    expect([path, (await browser.post(own(path), { csrf, mark, reason: "x", to: "disabled" })).status]).toEqual([
      path,
      404,
    ]);
  }
  expect((await browser.get("/panel/stores")).status).toBe(403);
  expect((await browser.get("/panel/operators")).status).toBe(403);
  expect(
    (await panel.service.apiKeys.list(panel.store.merchantId)).every(({ revokedAt }) => revokedAt === undefined),
  ).toBe(true);
  expect((await panel.service.payments.get(paymentId))?.state).toBe("created");
});

test("no user becomes an operator, or changes their own access, through the users of a store", async () => {
  panel = await openPanel();
  const browser = await panel.signedIn("owner");
  await browser.get(panel.storePath("/users"));
  const made = await browser.submit(panel.storePath("/users"), { email: "new@shop.example", role: "operator" });
  expect(made.status).toBe(403);
  await browser.get(panel.storePath("/users"));
  const raised = await browser.submit(panel.storePath("/users/usr_viewer/role"), { role: "operator" });
  expect(raised.status).toBe(400);
  const csrf =
    browser.cookies.size > 0 ? /name="csrf" value="([^"]+)"/.exec((await browser.get("/panel/account")).text)?.[1] : "";
  const own = await browser.post(panel.storePath("/users/usr_owner/disabled"), { csrf: csrf ?? "", to: "disabled" });
  expect(own.status).toBe(400);
  const roles = (await panel.service.users.list()).map(({ email, role }) => [email, role]);
  expect(roles.filter(([, role]) => role === "operator")).toEqual([["operator@service.example", "operator"]]);
});

test("a changed role applies from the next request on, after a new sign-in", async () => {
  panel = await openPanel();
  const [owner, developer] = [await panel.signedIn("owner"), await panel.signedIn("developer")];
  await owner.get(panel.storePath("/users"));
  await owner.submit(panel.storePath("/users/usr_developer/role"), { role: "viewer" });
  expect((await developer.get(panel.storePath("/integration"))).status).toBe(303);
  const users = await panel.service.users.list(panel.store.merchantId);
  expect(users.find(({ userId }) => userId === "usr_developer")?.role).toBe("viewer");
});

test("an owner can change neither KYC nor the confirmation mode, whatever the form contains", async () => {
  panel = await openPanel();
  const browser = await panel.signedIn("owner");
  await browser.get(panel.storePath("/settings"));
  await browser.submit(panel.storePath("/settings"), {
    ...settingsForm,
    kyc: "rejected",
    verification: "rejected",
    confirmationMode: "settlement",
    deliveryPath: "legacy",
  });
  expect(await panel.service.stores.get(panel.store.merchantId)).toMatchObject({
    name: "New name",
    kyc: "approved",
    verification: "approved",
    deliveryPath: "queue",
    openBankTransfer: { confirmationMode: "provider_success" },
  });
});

const settingsForm = {
  name: "New name",
  contactEmail: "",
  url: "",
  logo: "",
  successStatus: "completed",
  allowedReturnHosts: "",
  "method-qr_pay": "live",
  "method-open_bank_transfer": "live",
  "method-card_processing": "off",
  "method-bank_transfer": "off",
};

test.each<[UserRole, string, string]>([
  ["owner", "/transactions/pay_nobody", "This store has no payment with this id"],
  ["owner", "other", "Your account has access to one store"],
  ["operator", "unknown", "There is no store with this merchant id"],
  ["viewer", "/nothing-here", "There is nothing at this address"],
])("the page for an address without content says what this user can do: %s, %s", async (role, place, said) => {
  panel = await openPanel();
  const browser = await panel.signedIn(role);
  const paths: Record<string, string> = {
    other: `/panel/stores/${panel.otherStore.merchantId}/overview`,
    unknown: "/panel/stores/mer_unknown/overview",
  };
  const { status, text } = await browser.get(paths[place] ?? panel.storePath(place));
  expect(status).toBe(404);
  expect(text).toContain(said);
});
