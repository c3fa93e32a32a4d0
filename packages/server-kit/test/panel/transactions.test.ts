// The list of payments in the panel, over HTTP: filters, what they add up to, the way from page to page and back, and the export.
import { createHash, randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createPaymentId } from "../../src/domain/identifiers.js";
import { formOf, openPanel } from "./panel-service.js";

const dayMs = 86_400_000;
let panel: Awaited<ReturnType<typeof openPanel>>;

/** Six live payments, one on each of the last days, and a test payment; the second one is paid. */
async function openWithPayments() {
  panel = await openPanel({ rateLimits: false });
  await panel.service.stores.update(panel.store.merchantId, {
    paymentMethods: { qr_pay: "live", bank_transfer: "live" },
  });
  const today = panel.time.now;
  const orders = [
    { orderId: "ORD-1", amountCents: 1000, customerName: "Erika Mustermann", paymentMethod: "qr_pay" },
    { orderId: "ord-2", amountCents: 2000, remittanceInfo: "RF18 5390 0754", paymentMethod: "qr_pay" },
    { orderId: "ORD-3", amountCents: 30, currency: "JPY" },
    { orderId: "ORD-4", amountCents: 4000, customerEmail: "ann@example.com" },
    { orderId: "other", amountCents: 5000, paymentMethod: "bank_transfer" },
    { orderId: "=HYPERLINK(1)", amountCents: 6000, customerName: 'Zoë, "the" +boss' },
  ];
  const ids: string[] = [];
  for (const [index, order] of orders.entries()) {
    panel.time.now = today - (5 - index) * dayMs;
    ids.push((await panel.initialize(order, "live")).paymentId);
  }
  await panel.initialize({ orderId: "play" });
  await panel.service.payments.recordProviderEvent(ids[1] ?? "", { type: "provider.success" });
  return { browser: await panel.signedIn("viewer"), ids };
}

/** Inserts copies of a payment of the panel, one second apart, without the time that a call takes. */
async function addPayments(count: number, fieldsOf: (index: number) => { orderId: string; amountCents?: number }) {
  const { paymentId } = await panel.initialize(fieldsOf(0));
  await panel.storage.write(async ({ payments }) => {
    const first = await payments.find(paymentId);
    if (first === undefined) throw new Error("The payment is not stored.");
    for (let index = 1; index < count; index += 1) {
      panel.time.now += 1000;
      // Ids begin with the time, and order the list.
      const id = createPaymentId(panel.time.now, (bytes) => randomBytes(bytes));
      const own = { paymentId: id, checkoutToken: `t-${index}`, createdAt: panel.time.now, ...fieldsOf(index) };
      await payments.insert({ ...first, ...own });
    }
  });
}

const ordersOn = (text: string) => [...text.matchAll(/data-row[^>]*><bdi>([^<]*)</g)].map(([, order]) => order);
const wordsOf = (text: string) => text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

describe("filters, which change nothing", () => {
  let browser: Awaited<ReturnType<typeof openWithPayments>>["browser"];
  beforeAll(async () => {
    ({ browser } = await openWithPayments());
  });
  afterAll(() => panel.close());

  test.each<[string, string, string[]]>([
    ["the state", "state=paid", ["ord-2"]],
    ["the method", "method=bank_transfer", ["other"]],
    ["a method that is not chosen yet", "method=undecided", ["=HYPERLINK(1)", "ORD-4", "ORD-3"]],
    ["amounts, in the decimals of each currency", "min=29.5&max=45", ["ORD-4", "ORD-3"]],
    ["the currency", "currency=jpy", ["ORD-3"]],
    ["dates, the last day included", "from=2026-02-25&to=2026-02-27", ["ORD-4", "ORD-3", "ord-2"]],
    ["a first day before 1970", "from=1960-01-01&currency=JPY", ["ORD-3"]],
    ["a last day before 1970", "to=1960-01-01", []],
    ["an order in any case", "q=ORD-2", ["ord-2"]],
    ["a reference as it is stored", "q=RF18+5390+0754", ["ord-2"]],
    ["a reference as a bank writes it", "q=rf1853900754", ["ord-2"]],
    ["a reference with dashes", "q=RF18-5390-0754", ["ord-2"]],
    ["a whole line of a statement", "q=SEPA+CREDIT+RF1853900754+THANK+YOU", ["ord-2"]],
    ["a customer by any word of the name", "q=muster", ["ORD-1"]],
    ["a customer by the address", "q=Ann%40example.com", ["ORD-4"]],
    ["a search and a filter at once", "q=ord&min=15", ["ORD-4", "ORD-3", "ord-2"]],
    ["the oldest first", "sort=oldest&currency=EUR", ["ORD-1", "ord-2", "ORD-4", "other", "=HYPERLINK(1)"]],
  ])("the list is narrowed by %s", async (_, query, orders) => {
    const { text } = await browser.get(panel.storePath(`/transactions?${query}`));
    expect(ordersOn(text.replaceAll("&#39;", "'"))).toEqual(orders);
  });

  test("the filtered payments are counted and added up by currency", async () => {
    const sums = async (query: string) => {
      const { text } = await browser.get(panel.storePath(`/transactions?${query}`));
      return wordsOf(/<p class="sums">[\s\S]*?<\/p>/.exec(text)?.[0] ?? "").trim();
    };
    expect(await sums("from=2026-02-25")).toBe("5 payments · €170.00 (4) · ¥30 (1)");
    expect(await sums("q=ord&currency=EUR")).toBe("3 payments · €70.00");
    expect(await sums("")).toBe("6 payments");
  });

  test.each([
    ["from=2026-02-30", "&quot;Created from&quot; must be a date"],
    ["from=2026-03-02&to=2026-03-01", "&quot;Created to&quot; must not be before &quot;Created from&quot;"],
    ["min=ten", "&quot;Amount from&quot; must be an amount"],
    ["currency=euro", "A currency has three letters"],
  ])("a filter that cannot be read says so and comes back as typed: %s", async (query, message) => {
    const { status, text } = await browser.get(panel.storePath(`/transactions?${query}`));
    expect(status).toBe(200);
    expect(text).toContain(message);
    if (query === "min=ten") expect(text).toContain('value="ten"');
  });

  test("each list that is narrowed by days says that they are in UTC", async () => {
    for (const list of ["/transactions", "/deliveries", "/receipts"]) {
      expect([list, (await browser.get(panel.storePath(list))).text.match(/Days in UTC/g)?.length]).toEqual([list, 1]);
    }
  });
});

describe("each on a panel of its own", () => {
  afterEach(() => panel.close());

  test("pages lead on and back without a gap in every order", async () => {
    panel = await openPanel({ rateLimits: false });
    await addPayments(103, (index) => ({ orderId: `n-${index}`, amountCents: 1000 + index }));
    const browser = await panel.signedIn("viewer");
    const link = (text: string, rel: string) =>
      new RegExp(`href="/pay([^"]+)" rel="${rel}"`).exec(text)?.[1]?.replaceAll("&amp;", "&");
    for (const sort of ["", "oldest", "largest", "smallest"]) {
      const pages: (string | undefined)[][] = [];
      let path: string | undefined = panel.storePath(`/transactions?sort=${sort}`);
      let text = "";
      while (path !== undefined) {
        ({ text } = await browser.get(path));
        pages.push(ordersOn(text));
        path = link(text, "next");
      }
      const isUp = sort === "oldest" || sort === "smallest";
      const inOrder = Array.from({ length: 103 }, (_, index) => `n-${isUp ? index : 102 - index}`);
      expect(pages.map(({ length }) => length)).toEqual([50, 50, 3]);
      expect(pages.flat()).toEqual(inOrder);
      const back = link(text, "prev") ?? "";
      ({ text } = await browser.get(back));
      expect(ordersOn(text)).toEqual(pages[1]);
      ({ text } = await browser.get(link(text, "prev") ?? ""));
      expect(ordersOn(text)).toEqual(pages[0]);
      expect(link(text, "prev")).toBeUndefined();
    }
  });

  test("a payment links back to the list with its filter, also after an action", async () => {
    const { ids } = await openWithPayments();
    const browser = await panel.signedIn("owner");
    await browser.get(panel.storePath("/transactions?q=ORD&state=waiting"));
    const path = panel.storePath(`/transactions/${ids[0]}`);
    await browser.get(path);
    await browser.submit(`${path}/cancel`, { reason: "asked for" });
    const { text } = await browser.get(`${path}?done=cancelled`);
    expect(text).toContain(`href="/pay${panel.storePath("/transactions?q=ORD&amp;state=waiting")}"`);
  });

  test("the export contains the filtered payments, with formulas defused, and is named in the audit", async () => {
    const { browser } = await openWithPayments();
    await browser.get(panel.storePath("/transactions?from=2026-02-25&currency=EUR&sort=oldest"));
    const file = await browser.submit(panel.storePath("/transactions/export"));
    expect(file.status).toBe(200);
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="payments-2026-02-25.csv"');
    expect(file.headers.get("cache-control")).toBe("no-store");
    const lines = file.text.replace(/^\uFEFF/, "").split("\r\n");
    expect(lines[0]).toBe(
      "payment_id,created_at,paid_at,order_id,amount,currency,status,state,method,mode,reference,end_to_end_id,customer_name,customer_email,description",
    );
    expect(lines.slice(1).map((line) => line.split(",")[3])).toEqual([
      '"ord-2"',
      '"ORD-4"',
      '"other"',
      '"\'=HYPERLINK(1)"',
      undefined,
    ]);
    expect(lines[1]).toContain('"20.00","EUR","completed","settled","qr_pay","live","RF18 5390 0754"');
    expect(lines[4]).toContain('"Zoë, ""the"" +boss"');
    const [audit] = await panel.service.audit.list({ merchantId: panel.store.merchantId });
    expect(audit).toMatchObject({
      action: "payments.exported",
      actor: "viewer@shop.example",
      detail: { environment: "live", currency: "EUR" },
    });
  });

  test("a filter form, the export and the next page keep the switched mode, and all modes when asked", async () => {
    const { browser } = await openWithPayments();
    panel.time.now += 1000;
    await addPayments(50, (index) => ({ orderId: `t-${index}` }));
    const list = panel.storePath("/transactions");
    await browser.get(list);
    await browser.submit("/panel/mode", { mode: "test" });
    const exported = async () => {
      const file = await browser.submit(`${list}/export`);
      const modes = file.text.split("\r\n").map((line) => line.split(",")[9]);
      return new Set(modes.slice(1, -1));
    };
    for (const mode of ["", "neither"]) {
      const query = new URLSearchParams({ q: "", sort: "oldest", mode });
      const { text } = await browser.get(`${list}?${query}`);
      expect(ordersOn(text)).toEqual(["play", ...Array.from({ length: 49 }, (_, index) => `t-${index}`)]);
      expect(text).toContain("Test mode");
      const next = /href="\/pay([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
      expect(ordersOn((await browser.get(next)).text)).toEqual(["t-49"]);
      await browser.get(`${list}?${query}`);
      expect(await exported()).toEqual(new Set(['"test"']));
    }
    const both = await browser.get(`${list}?mode=both&sort=oldest`);
    expect(ordersOn(both.text).slice(0, 2)).toEqual(["ORD-1", "ord-2"]);
    expect(both.text).toContain("Test mode");
    expect(await exported()).toEqual(new Set(['"live"', '"test"']));
  });

  test("an export has the mode of its page, although the mode was switched in another tab since", async () => {
    const { browser } = await openWithPayments();
    const list = panel.storePath("/transactions");
    const shown = await browser.get(list);
    await browser.submit("/panel/mode", { mode: "test" });
    browser.page = shown;
    const file = await browser.submit(`${list}/export`);
    expect(file.text).toContain("ORD-1");
    expect(file.text).not.toContain("play");
  });

  test("the audit names what an export searched for by a keyed digest only, which is that of an erasure", async () => {
    const { browser } = await openWithPayments();
    await browser.get(panel.storePath("/transactions?q=Ann%40Example.com"));
    const file = await browser.submit(panel.storePath("/transactions/export"));
    expect(file.text).toContain("ORD-4");
    const [audit] = await panel.service.audit.list({ action: "payments.exported" });
    await panel.service.privacy.erase({ email: "ann@example.com" });
    const [erasure] = await panel.service.audit.list({ action: "privacy.erased" });
    expect(audit?.detail).toMatchObject({ search: erasure?.detail.buyer, environment: "live" });
    const digest = createHash("sha256").update("ann@example.com").digest("hex");
    expect(JSON.stringify(audit)).not.toContain(digest.slice(0, 16));
    expect(JSON.stringify(audit)).not.toMatch(/ann@/i);
  });

  test("an export begins with a byte order mark, leaves no payment out and reads page by page", async () => {
    panel = await openPanel({ rateLimits: false });
    await addPayments(1202, (index) => ({ orderId: `o-${index}` }));
    const browser = await panel.signedIn("viewer");
    await browser.get(panel.storePath("/transactions"));
    const { hidden } = formOf(browser.page?.text ?? "", `/pay${panel.storePath("/transactions/export")}`);
    const response = await fetch(`${panel.origin}/pay${panel.storePath("/transactions/export")}`, {
      method: "POST",
      headers: {
        origin: new URL("http://127.0.0.1:1/pay").origin,
        "sec-fetch-site": "same-origin",
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      body: new URLSearchParams(hidden),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const orders = new TextDecoder()
      .decode(bytes)
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(",")[3]);
    expect(orders).toHaveLength(1202);
    expect(new Set(orders).size).toBe(1202);
  });

  test("an export refuses forms of another site, and its address opened by hand redirects to the list", async () => {
    const { browser } = await openWithPayments();
    await browser.get(panel.storePath("/transactions"));
    const foreign = await browser.post(panel.storePath("/transactions/export"), {}, { origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    expect((await browser.get(panel.storePath("/transactions/export"))).status).toBe(303);
  });
});
