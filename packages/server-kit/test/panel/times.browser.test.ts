// Times in the panel: in the reader's own zone with the exact UTC beside, in words for today; without JavaScript UTC with its zone named.
import { expect, test } from "vitest";
import { openAs, panel, usePanelInBrowser } from "./browsed-panel.js";

usePanelInBrowser();

test("a time is shown in the reader's zone, today's in words, with the exact UTC beside it", async () => {
  const { context, page, complaints } = await openAs("operator", {
    width: 1280,
    colorScheme: "light",
    timezoneId: "Asia/Kathmandu",
  });
  const shownAt = async (now: string) => {
    await page.clock.setFixedTime(now);
    await page.goto(`${panel.origin}${panel.prefix}/panel/audit`);
    const first = page.locator(".moment").first();
    await first.locator(".utc").waitFor({ state: "visible" });
    return { text: await first.locator("time").textContent(), utc: await first.locator(".utc").textContent() };
  };
  await page.goto(`${panel.origin}${panel.prefix}/panel/audit`);
  const iso = (await page.locator("time").first().getAttribute("datetime")) ?? "";
  const later = (minutes: number) => new Date(Date.parse(iso) + minutes * 60_000).toISOString();
  const utc = `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
  expect(await shownAt(later(0))).toEqual({ text: "just now", utc });
  expect(await shownAt(later(3 * 24 * 60))).toEqual({
    text: new Intl.DateTimeFormat("en-GB", {
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "short",
      timeZone: "Asia/Kathmandu",
    }).format(new Date(iso)),
    utc,
  });
  expect(complaints).toEqual([]);
  await context.close();
});

test("a time is UTC, named so, without JavaScript", async () => {
  const session = await panel.signedIn("operator");
  const response = await session.get("/panel/audit");
  const text = response.text.replace(/<[^>]*>/g, "");
  expect(text).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
});
