// The overview's money and the switch between live and test payments, over HTTP.
import { afterEach, expect, test } from "vitest";
import { openPanel } from "./panel-service.js";

const dayMs = 86_400_000;
let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

async function pay(orderId: string, amountCents: number, currency = "EUR", environment: "test" | "live" = "live") {
  const { paymentId } = await panel.initialize(
    { orderId, amountCents, currency, paymentMethod: "qr_pay" },
    environment,
  );
  await panel.service.payments.recordProviderEvent(paymentId, { type: "provider.success" });
  return paymentId;
}

/** The text of a page, without its tags. */
const wordsOf = (text: string) => text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

async function openPaidPanel() {
  panel = await openPanel({ rateLimits: false });
  await panel.service.stores.update(panel.store.merchantId, { paymentMethods: { qr_pay: "live" } });
  return panel.signedIn("viewer");
}

test("the overview shows what was paid in each currency against the period before, and the average", async () => {
  const browser = await openPaidPanel();
  const today = panel.time.now;
  panel.time.now = today - 40 * dayMs;
  await pay("before", 2000);
  panel.time.now = today - 3 * dayMs;
  await pay("one", 1000);
  await pay("two", 4000);
  await pay("yen", 500, "JPY");
  await pay("play", 99_999, "EUR", "test");
  panel.time.now = today;
  const words = wordsOf((await browser.get(panel.storePath("/overview"))).text);
  expect(words).toContain(
    "Paid in EUR €50.00 ▲ Up 150% from €20.00 in the 30 days before 2 payments · €25.00 on average",
  );
  expect(words).toContain("Paid in JPY ¥500 Nothing in the 30 days before 1 payment · ¥500 on average");
  expect(words).not.toContain("999.99");
  const week = wordsOf((await browser.get(panel.storePath("/overview?days=7"))).text);
  expect(week).toContain("Paid in EUR €50.00 Nothing in the 7 days before");
});

test("money counts on the day on which it was paid, also when more money comes later", async () => {
  const browser = await openPaidPanel();
  const today = panel.time.now;
  panel.time.now = today - 20 * dayMs;
  const { paymentId } = await panel.initialize({ orderId: "slow", paymentMethod: "qr_pay" }, "live");
  panel.time.now = today - 10 * dayMs;
  await panel.service.payments.receive(paymentId, {
    amountCents: 1999,
    currency: "EUR",
    reference: "a",
    actor: "ana",
    reason: "seen",
  });
  panel.time.now = today;
  await panel.service.payments.receive(paymentId, {
    amountCents: 1,
    currency: "EUR",
    reference: "b",
    actor: "ana",
    reason: "seen",
  });
  const figures = async (query: string) => wordsOf((await browser.get(panel.storePath(`/overview?${query}`))).text);
  expect(await figures("from=2026-02-19&to=2026-02-19")).toContain("Paid in EUR €19.99");
  expect(await figures("from=2026-02-18&to=2026-02-18")).toContain("Nothing was paid in this period");
  expect(await figures("days=7")).toContain(
    "Paid in EUR €0.00 0 payments Average payment – Payments paid in this period Compared with the previous 7 days ▼ Down 100% €19.99 then",
  );
});

test.each([
  ["from=2026-02-30&to=2026-03-01", "Enter both dates"],
  ["from=2026-03-01&to=2026-02-01", "The first day must not be after the last one"],
  ["from=2024-01-01&to=2026-03-01", "At most 366 days"],
])("the overview says what is wrong with the dates of %s and shows 30 days", async (query, message) => {
  const browser = await openPaidPanel();
  const { status, text } = await browser.get(panel.storePath(`/overview?${query}`));
  expect(status).toBe(200);
  expect(text).toContain(message);
  expect(text).toContain("2026-01-31 to 2026-03-01");
});

test("the switch in the header holds on every page until it is set again, and test mode is marked", async () => {
  const browser = await openPaidPanel();
  await pay("real", 1000);
  await pay("play", 1000, "EUR", "test");
  const list = panel.storePath("/transactions");
  const live = await browser.get(list);
  expect(live.text).toContain("real</bdi>");
  expect(live.text).not.toContain("play</bdi>");
  expect(live.text).not.toContain("Test mode");
  const switched = await browser.submit("/panel/mode", { mode: "test" });
  expect(switched.headers.get("location")).toBe(`/pay${list}`);
  const test = await browser.get(list);
  expect(test.text).toContain("play</bdi>");
  expect(test.text).not.toContain("real</bdi>");
  for (const path of ["/overview", "/settings", "/transactions"]) {
    expect((await browser.get(panel.storePath(path))).text).toContain('class="ribbon"');
  }
  const both = await browser.get(`${list}?mode=both`);
  expect(both.text).toContain("real</bdi>");
  expect(both.text).toContain("play</bdi>");
  await browser.get(list);
  await browser.submit("/panel/mode", { mode: "live" });
  expect((await browser.get(list)).text).toContain("real</bdi>");
});

test("a store with test payments only begins in test mode", async () => {
  const browser = await openPaidPanel();
  await pay("play", 1000, "EUR", "test");
  expect((await browser.get(panel.storePath("/transactions"))).text).toContain("play</bdi>");
});

test("the switch redirects to addresses of the panel only, and refuses forms of another site", async () => {
  const browser = await openPaidPanel();
  await browser.get(panel.storePath("/overview"));
  for (const next of ["https://evil.example/", "//evil.example", "/elsewhere"]) {
    expect((await browser.submit("/panel/mode", { mode: "test", next })).headers.get("location")).toBe("/pay/panel");
    await browser.get(panel.storePath("/overview"));
  }
  const foreign = await browser.post("/panel/mode", { mode: "live" }, { origin: "https://evil.example" });
  expect(foreign.status).toBe(403);
});
