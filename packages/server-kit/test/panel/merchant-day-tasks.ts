// The six daily tasks of a merchant, each performed in a real browser in at most five clicks, in a given viewport and colour scheme.
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { entry, type Look, look, openDay } from "./merchant-day-store.js";

export const tasks: Record<string, (appearance: Look) => Promise<void>> = {
  "the payment of a bank line is found": findPaymentOfBankLine,
  "why a webhook failed is read": readWhyWebhookFailed,
  "yesterday's failures are resent": resendFailures,
  "last month is exported": exportLastMonth,
  "a colleague is invited by mail": inviteColleague,
  "the bank account is changed, and a slip in it is seen at its field": changeBankAccount,
};

async function findPaymentOfBankLine(appearance: Look): Promise<void> {
  const { page, click, clicks } = await openDay(appearance);
  await look(page, "overview", appearance);
  await click(entry(page, "Payments"));
  await look(page, "payments", appearance);
  await page.getByRole("searchbox").fill("SEPA CREDIT RF1853900717 THANK YOU");
  await click(page.getByRole("button", { name: "Search" }));
  expect(await page.locator("a[data-row]").allTextContents()).toEqual(["order-7"]);
  await look(page, "payments-found", appearance);
  await click(page.locator("a[data-row]"));
  await page.getByRole("heading", { name: "Order order-7" }).waitFor();
  await look(page, "payment", appearance);
  expect(clicks()).toBeLessThanOrEqual(5);
  await page.getByRole("link", { name: "← Payments" }).click();
  await page.getByRole("heading", { name: "Payments", level: 1 }).waitFor();
  await page.waitForLoadState();
  expect(await page.locator("a[data-row]").allTextContents()).toEqual(["order-7"]);
}

async function readWhyWebhookFailed(appearance: Look): Promise<void> {
  const { page, click, clicks } = await openDay(appearance);
  await click(entry(page, "Deliveries"));
  await look(page, "deliveries", appearance);
  await click(page.locator("a[data-row]").first());
  await page.getByText("The endpoint responded that it no longer exists").waitFor();
  await look(page, "delivery", appearance);
  expect(clicks()).toBeLessThanOrEqual(5);
}

async function resendFailures(appearance: Look): Promise<void> {
  const { panel, page, endpoint, click, clicks } = await openDay(appearance);
  await click(entry(page, "Deliveries"));
  await click(page.getByRole("button", { name: "Resend all failed" }));
  await page.getByText("1 delivery is being resent").waitFor();
  await look(page, "resent", appearance);
  expect(clicks()).toBeLessThanOrEqual(5);
  await panel.service.runDue();
  expect(endpoint.received).toBe(2);
}

async function exportLastMonth(appearance: Look): Promise<void> {
  const { page, click, clicks } = await openDay(appearance);
  await click(entry(page, "Payments"));
  await click(page.getByRole("link", { name: "Last month" }));
  await look(page, "last-month", appearance);
  const downloading = page.waitForEvent("download");
  await click(page.getByRole("button", { name: "Export CSV" }));
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("payments-2026-02-01-to-2026-02-28.csv");
  const lines = readFileSync(await download.path(), "utf8")
    .split("\r\n")
    .slice(1, -1);
  expect(lines).toHaveLength(28);
  expect(clicks()).toBeLessThanOrEqual(5);
}

async function inviteColleague(appearance: Look): Promise<void> {
  const mails: string[] = [];
  const mailer = {
    async sendMail({ to }: { to: string }) {
      mails.push(to);
    },
  };
  const { panel, page, click, clicks } = await openDay({
    ...appearance,
    role: "owner",
    panel: { mailer, mailFrom: "service@pay.example" },
  });
  await click(entry(page, "Users"));
  await page.getByLabel("E-mail").fill("colleague@shop.example");
  await page.getByLabel("Role", { exact: true }).selectOption("developer");
  await look(page, "invite", appearance);
  await click(page.getByRole("button", { name: "Add and send an invitation" }));
  await page.getByText("is on its way to colleague@shop.example").waitFor();
  await look(page, "invited", appearance);
  expect(clicks()).toBeLessThanOrEqual(5);
  await panel.service.runDue();
  expect(mails).toContain("colleague@shop.example");
}

async function changeBankAccount(appearance: Look): Promise<void> {
  const { panel, page, click, clicks } = await openDay({ ...appearance, role: "owner" });
  await click(entry(page, "Store settings"));
  await page.getByLabel("Account holder").fill("Corner Shop");
  await page.getByLabel("IBAN", { exact: true }).fill("DE02 1203 0000 0000 2020 52");
  await click(page.getByRole("button", { name: "Save settings" }));
  await page.getByText("must be a valid IBAN").first().waitFor();
  await look(page, "account-refused", appearance);
  await page.getByLabel("IBAN", { exact: true }).fill("DE89 3704 0044 0532 0130 00");
  await click(page.getByRole("button", { name: "Save settings" }));
  await page.getByText("The settings are saved").waitFor();
  await look(page, "account-changed", appearance);
  expect(clicks()).toBeLessThanOrEqual(5);
  const store = await panel.service.stores.get(panel.store.merchantId);
  expect(store?.bankAccount?.iban).toBe("DE89370400440532013000");
}
