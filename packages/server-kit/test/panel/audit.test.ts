// The audit (O24): who did what from where, failed sign-ins, digests before and after, filtered, exported, and only ever added to.
import { userInfo } from "node:os";
import { afterEach, expect, test } from "vitest";
import type { NewAuditRecord } from "../../src/domain/audit.js";
import { findAccountChanges } from "../../src/flows/read-audit.js";
import { panelEndpoints } from "../../src/http/panel/panel.js";
import type { PanelDependencies } from "../../src/http/panel/panel-dependencies.js";
import { commandLineOn, freshFile } from "../cli/call-command-line.js";
import { openPanel, unbroken } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>> | undefined;
afterEach(async () => {
  await panel?.close();
  panel = undefined;
});

test("O24: the audit row of a change in the panel has the user, the address, and digests of the values before and after", async () => {
  panel = await openPanel({ trustedProxyHops: 1 });
  const owner = await panel.signedIn("owner");
  await owner.get(panel.storePath("/users"));
  const csrf = /name="csrf" value="([^"]+)"/.exec(owner.page?.text ?? "")?.[1] ?? "";
  const headers = { "x-forwarded-for": "203.0.113.8:4711" };
  await owner.post(panel.storePath("/users/usr_viewer/role"), { csrf, role: "developer", filledFrom: "" }, headers);
  await owner.post(
    panel.storePath("/webhook-url"),
    { csrf, webhookUrl: "https://a.example/hook", filledFrom: "" },
    headers,
  );
  await owner.get(panel.storePath("/integration"));
  await owner.submit(panel.storePath("/webhook-url"), { webhookUrl: "https://b.example/hook" });
  const [changed] = await panel.service.audit.list({ action: "store.updated" });
  expect(changed).toMatchObject({ actor: "owner@shop.example", actorKind: "user", address: "127.0.0.1" });
  const digest = /^sha256:[0-9a-f]{16}$/;
  expect(changed?.detail).toMatchObject({
    before: { webhookUrl: expect.stringMatching(digest) },
    after: { webhookUrl: expect.stringMatching(digest) },
  });
  expect(JSON.stringify(changed)).not.toContain("b.example");
});

test("O24: failed sign-ins leave an audit row with the address; an unknown e-mail address is kept as a digest only", async () => {
  panel = await openPanel({ trustedProxyHops: 1 });
  const browser = panel.browser();
  const headers = { "x-forwarded-for": "203.0.113.9" };
  await browser.post("/panel/sign-in", { email: "Owner@shop.example", password: "wrong wrong wrong" }, headers);
  await browser.post("/panel/sign-in", { email: "my secret password", password: "wrong wrong wrong" }, headers);
  const [unknown, known] = await panel.service.audit.list({ action: "user.sign_in_failed" });
  expect(known).toMatchObject({
    actor: "owner@shop.example",
    actorKind: "visitor",
    address: "203.0.113.9",
    subject: "usr_owner",
    merchantId: panel.store.merchantId,
    detail: { step: "password" },
  });
  expect(unknown).toMatchObject({ actor: "unknown", merchantId: undefined });
  // Under a key: a password that was typed there is not found by trying.
  expect(unknown?.detail.typed).toMatch(/^hmac-sha256:[0-9a-f]{64}$/);
  expect(JSON.stringify(unknown)).not.toContain("secret");
});

test("a change of the bank account stays at the top of the audit log, however many other changes follow", async () => {
  panel = await openPanel();
  const { merchantId } = panel.store;
  const account = { bankName: "Bank", accountHolder: "Shop", iban: "DE89370400440532013000", bic: "" };
  await panel.service.stores.update(merchantId, { bankAccount: account });
  const { storage, time } = panel;
  const renamed: NewAuditRecord = {
    ...{ at: time.now + 1, actor: "host", actorKind: undefined, address: undefined },
    ...{ action: "store.updated", merchantId, subject: merchantId, detail: { fields: ["name"] } },
  };
  await storage.write(async (records) => {
    for (let left = 501; left > 0; left -= 1) await records.audit.append(renamed);
  });
  const owner = await panel.signedIn("owner");
  const path = panel.storePath("/audit");
  const { text } = await owner.get(path);
  expect(text).toContain("changed the bank account");
  expect(text).not.toContain(">Newest<");
  const older = /href="([^"]+before=[^"]+)"[^>]*>Older/.exec(text)?.[1] ?? "";
  const second = await owner.get(older.replaceAll("&amp;", "&").replace(panel.prefix, ""));
  expect(second.text).toContain(`href="${panel.prefix}${path}">Newest</a>`);

  const found = await findAccountChanges(panel, merchantId, { searched: 500 });
  expect(found).toEqual({ changes: [], isComplete: false });
  expect(await findAccountChanges(panel, merchantId)).toMatchObject({ isComplete: true, changes: [{ actor: "host" }] });
});

test("O24: people whom a host signs in are named as such", async () => {
  panel = await openPanel({
    panel: { signIn: async () => ({ email: "ann@host.example", role: "operator" }) },
  });
  const browser = panel.browser();
  await browser.get(panel.storePath("/settings"));
  await browser.submit(panel.storePath("/pause"), { to: "paused" });
  expect(await panel.service.audit.list({ limit: 1 })).toMatchObject([
    { action: "store.disabled", actor: "ann@host.example", actorKind: "host_user", address: "127.0.0.1" },
  ]);
});

test("O24: a command is named by the user of the system who called it, and exports what it did", async () => {
  const cli = commandLineOn(freshFile());
  await cli.call("migrate");
  await cli.call("store", "create", "--name", '=HYPERLINK("http://evil.example")');
  const { document } = await cli.json("audit", "list", "--action", "store.created");
  expect(document).toMatchObject([{ actor: `command:${userInfo().username}`, actorKind: "command" }]);
  const csv = (await cli.call("audit", "export", "--format", "csv")).out;
  expect(csv.split("\n")[0]?.trim()).toBe("at,actor,actor_kind,address,action,merchant_id,subject,detail");
  const asJson = await cli.json("audit", "export", "--format", "csv");
  expect(asJson.document).toEqual({ format: "csv", text: csv });
  const lines = (await cli.call("audit", "export", "--format", "ndjson")).out.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).action)).toContain("store.created");
});

test("O24: cells that a spreadsheet would run are defused, and an export has every line once, also of one millisecond", async () => {
  panel = await openPanel();
  const { merchantId } = panel.store;
  const row = (actor: string): NewAuditRecord => ({
    at: panel?.time.now ?? 0,
    actor,
    actorKind: undefined,
    address: undefined,
    action: "a.b",
    merchantId,
    subject: undefined,
    detail: {},
  });
  const formulas = ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", 'say "hi"'];
  await panel.storage.write(async (records) => {
    for (const formula of formulas) await records.audit.append(row(formula));
    for (let number = 0; number < 1203; number += 1) await records.audit.append(row(`n${number}`));
  });
  const owner = await panel.signedIn("owner");
  const { text, headers } = await owner.get(panel.storePath("/audit/export?format=csv&action=a.b"));
  expect(headers.get("content-disposition")).toBe('attachment; filename="audit.csv"');
  const cells = text
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split('","')[1]);
  expect(cells).toHaveLength(1203 + formulas.length);
  expect(new Set(cells).size).toBe(cells.length);
  for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t]/);
  expect(text).toContain('"say ""hi"""');
});

test("the pages of the audit list every record once, also of one millisecond", async () => {
  panel = await openPanel();
  const { service, storage, time } = panel;
  await storage.write(async (records) => {
    for (let number = 0; number < 7; number += 1) {
      await records.audit.append({
        ...{ at: time.now + (number === 6 ? 1 : 0), actor: `n${number}`, actorKind: undefined, address: undefined },
        ...{ action: "a.b", merchantId: undefined, subject: undefined, detail: {} },
      });
    }
  });
  const actors: string[] = [];
  let cursor: { before?: number; beforeId?: number } = {};
  for (;;) {
    const page = await service.audit.list({ action: "a.b", limit: 2, ...cursor });
    const last = page.at(-1);
    if (last === undefined) break;
    actors.push(...page.map(({ actor }) => actor));
    cursor = { before: last.at, beforeId: last.id };
  }
  expect(actors).toEqual(["n6", "n5", "n4", "n3", "n2", "n1", "n0"]);
  await expect(service.audit.list({ beforeId: 1 })).rejects.toMatchObject({ details: [{ path: "beforeId" }] });
});

test("O24: the panel filters by who and what, shows the address, and keeps the filter from page to page", async () => {
  panel = await openPanel();
  const viewer = await panel.signedIn("owner");
  await viewer.get(panel.storePath("/integration"));
  await viewer.submit(panel.storePath("/webhook-url"), { webhookUrl: "https://a.example/hook" });
  const all = await viewer.get(panel.storePath("/audit"));
  expect(unbroken(all)).toContain("store.created");
  const some = await viewer.get(panel.storePath("/audit?actor=owner%40shop.example&action=store.updated"));
  expect(unbroken(some)).toContain("store.updated");
  expect(unbroken(some)).not.toContain("store.created");
  expect(some.text).toContain("127.0.0.1");
  expect(some.text).toContain("/audit/export?format=csv&amp;actor=owner%40shop.example&amp;action=store.updated");
});

test("O24: no address of the panel changes the audit, and no record of it can be replaced or removed by what pages use", () => {
  // The list of addresses is made without anything else.
  const stub = { panel: {}, links: { basePath: "", baseUrl: "http://127.0.0.1:1" } } as unknown as PanelDependencies;
  const ofAudit = panelEndpoints(stub).filter(({ path }) => path.includes("audit"));
  expect(ofAudit.length).toBe(4);
  expect(ofAudit.every(({ method }) => method === "GET")).toBe(true);
});
