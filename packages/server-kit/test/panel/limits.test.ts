// Limits of the panel and of pages (O30), and addresses that take forms only (O31).
import { randomBytes } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { newFormMark } from "../../src/flows/use-form-once.js";
import { unavailable } from "../../src/storage/unavailable.js";
import { silentLogger } from "../silent-logger.js";
import { freshStorage } from "../storages.js";
import { openPanel } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

test("O30: verify and redeliver are limited by store, whichever user asks; another store is not affected", async () => {
  panel = await openPanel({ rateLimits: { panelVerifyPerStore: { max: 3, windowSeconds: 60 } } });
  const [owner, developer] = [await panel.signedIn("owner"), await panel.signedIn("developer")];
  await panel.service.stores.update(panel.store.merchantId, { webhookUrl: "http://127.0.0.1:1/hook" });
  const statuses: number[] = [];
  for (const browser of [owner, developer, owner, developer]) {
    await browser.get(panel.storePath("/integration"));
    statuses.push((await browser.submit(panel.storePath("/verify#verification"))).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  const operator = await panel.signedIn("operator");
  await panel.service.stores.update(panel.otherStore.merchantId, { webhookUrl: "http://127.0.0.1:1/hook" });
  const other = `/panel/stores/${panel.otherStore.merchantId}`;
  await operator.get(`${other}/integration`);
  expect((await operator.submit(`${other}/verify#verification`)).status).toBe(200);
});

test("O30: the default lets a person redeliver sixty times a minute and no more", async () => {
  panel = await openPanel();
  const { merchantId } = panel.store;
  await panel.service.stores.update(merchantId, { webhookUrl: "http://127.0.0.1:1/hook" });
  const { paymentId } = await panel.initialize();
  await panel.service.payments.simulate(paymentId, { event: "provider_success" });
  const { deliveries } = await panel.service.webhooks.history(paymentId);
  const developer = await panel.signedIn("developer");
  await developer.get(panel.storePath(`/transactions/${paymentId}/technical`));
  const csrf = /name="csrf" value="([^"]+)"/.exec(developer.page?.text ?? "")?.[1] ?? "";
  const path = panel.storePath(`/transactions/${paymentId}/deliveries/${deliveries[0]?.deliveryId}/redeliver`);
  const statuses: number[] = [];
  for (let count = 0; count < 62; count += 1) {
    const mark = newFormMark({ clock: { now: () => panel.time.now }, randomBytes: (bytes) => randomBytes(bytes) });
    statuses.push((await developer.post(path, { csrf, mark })).status);
  }
  expect(statuses.filter((status) => status === 303)).toHaveLength(60);
  expect(statuses.slice(60)).toEqual([429, 429]);
});

test("O30: pages are limited by address and by link, as a page; health checks are not", async () => {
  panel = await openPanel({
    rateLimits: { pagesPerLink: { max: 5, windowSeconds: 60 }, pagesPerAddress: { max: 12, windowSeconds: 60 } },
  });
  const { paymentId } = await panel.initialize();
  const url = (token: string) => `${panel.origin}/pay/checkout/${paymentId}/progress?token=${token}`;
  const status = async (address: string) => (await fetch(address)).status;
  const byLink: number[] = [];
  for (let count = 0; count < 6; count += 1) byLink.push(await status(url("a".repeat(43))));
  expect(byLink).toEqual([404, 404, 404, 404, 404, 429]);
  const byAddress: number[] = [];
  for (let count = 0; count < 8; count += 1) byAddress.push(await status(url(`b${count}`.padEnd(43, "b"))));
  expect(byAddress.slice(-1)).toEqual([429]);
  const refused = await fetch(url("c".repeat(43)), { headers: { accept: "text/html" } });
  expect(refused.headers.get("content-type")).toContain("text/html");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  for (let count = 0; count < 20; count += 1) expect(await status(`${panel.origin}/pay/live`)).toBe(200);
  panel.time.now += 60_000;
  expect(await status(url("a".repeat(43)))).toBe(404);
});

test("O31: an address of the panel that takes forms only redirects to the page with the form", async () => {
  panel = await openPanel();
  const owner = await panel.signedIn("owner");
  for (const [form, page] of [
    [panel.storePath("/api-keys"), panel.storePath("/integration")],
    [panel.storePath("/api-keys/key_1/revoke"), panel.storePath("/integration")],
    [panel.storePath("/verify"), panel.storePath("/integration")],
    [panel.storePath("/pause"), panel.storePath("/settings")],
    [panel.storePath("/users/usr_viewer/role"), panel.storePath("/users")],
    [panel.storePath("/transactions/p1/cancel"), panel.storePath("/transactions/p1")],
    [panel.storePath("/statements/entries/e1/assign"), panel.storePath("/statements/unmatched")],
    ["/panel/account/password", "/panel/account"],
  ]) {
    const response = await owner.get(form ?? "");
    expect([form, response.status, response.headers.get("location")]).toEqual([form, 303, `/pay${page}`]);
  }
});

test("O31: a wrong method at an address for people gets a page", async () => {
  panel = await openPanel();
  for (const [method, path] of [
    ["POST", "/checkout/pay_1/code"],
    ["PUT", "/checkout/pay_1"],
    ["DELETE", "/panel/account"],
    ["GET", "/checkout/pay_1/paid"],
  ]) {
    const response = await fetch(`${panel.origin}/pay${path}`, { method: method ?? "", redirect: "manual" });
    expect([path, response.headers.get("content-type")]).toEqual([path, expect.stringContaining("text/html")]);
  }
});

test("a page that fails because of the database says that this is temporary, and may be tried again", async () => {
  const storage = freshStorage();
  let isDown = false;
  const failing: typeof storage = {
    ...storage,
    read: (work) => (isDown ? Promise.reject(unavailable(new Error("disk full"))) : storage.read(work)),
  };
  panel = await openPanel({ storage: failing, logger: silentLogger });
  const browser = await panel.signedIn("owner");
  isDown = true;
  const { status, text } = await browser.get(panel.storePath("/overview"));
  isDown = false;
  expect([status, text]).toEqual([503, expect.stringContaining("<h1>Please try again in a moment</h1>")]);
  expect(text).toContain('<a class="button" href="">Try again</a>');
  expect(text).not.toContain("send the request again");
});
