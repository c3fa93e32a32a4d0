// The tasks of a merchant's day that change who may do what and where money goes: each in at most five clicks, in every look.
import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeProblems } from "../checkout/browser.js";
import { entry, openDay, useMerchantBrowser } from "./merchant-day-shop.js";

useMerchantBrowser();

const looks = [
  { width: 390, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const;
/** Where pictures go when somebody wants to look at them. */
const pictures = process.env.PANEL_PICTURES;

async function look(page: Page, name: string, { width, colorScheme }: (typeof looks)[number]): Promise<void> {
  expect(await axeProblems(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(0);
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${name}.${width}-${colorScheme}.png`, fullPage: true });
}

test.each(looks)("a colleague is invited by mail: $width $colorScheme", async (appearance) => {
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
});

test.each(looks)(
  "the bank account is changed, and a slip in it is seen at its field: $width $colorScheme",
  async (appearance) => {
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
  },
);
