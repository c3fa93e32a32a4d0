// Occasional tasks of a merchant in the panel.
import { deflateSync } from "node:zlib";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { look, looks, openAs, panel, usePanelInBrowser } from "./browsed-panel.js";

usePanelInBrowser();

function clickCounter() {
  const counter = {
    clicks: 0,
    async click(target: Locator) {
      counter.clicks += 1;
      await target.click();
    },
  };
  return counter;
}

test("an owner invites a colleague in at most five clicks", async () => {
  const { context, page, complaints } = await openAs("owner", looks[0]);
  const hand = clickCounter();
  await page.goto(`${panel.origin}${panel.prefix}/panel`);
  await hand.click(page.getByRole("link", { name: "Users" }));
  await page.getByLabel("E-mail").fill("colleague@shop.example");
  await page.getByLabel("Role", { exact: true }).selectOption("developer");
  await hand.click(page.getByRole("button", { name: /^Add and/ }));
  await page.getByText("An invitation is on its way to colleague@shop.example").waitFor();
  expect(await look(page, "invited")).toEqual([]);
  expect(hand.clicks).toBeLessThanOrEqual(5);
  expect(complaints).toEqual([]);
  await context.close();
});

test("an owner changes the bank account in at most five clicks; a mistake is shown at its field", async () => {
  const { context, page, complaints } = await openAs("owner", looks[2]);
  const hand = clickCounter();
  await page.goto(`${panel.origin}${panel.prefix}/panel`);
  await hand.click(page.getByRole("link", { name: "Store settings" }));
  await page.getByLabel("IBAN", { exact: true }).fill("DE02 1203 0000 0000 2020 52");
  await hand.click(page.getByRole("button", { name: "Save settings" }));
  await page.getByText("The IBAN must be a valid IBAN").first().waitFor();
  const field = page.getByLabel("IBAN", { exact: true });
  expect(await field.inputValue()).toBe("DE02 1203 0000 0000 2020 52");
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await look(page, "iban-refused")).toEqual([]);
  await hand.click(page.getByRole("alert").getByRole("link"));
  expect(await field.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  await field.fill("DE02 1203 0000 0000 2020 51");
  await hand.click(page.getByRole("button", { name: "Save settings" }));
  await page.getByText("The settings are saved").waitFor();
  expect((await panel.service.stores.get(panel.store.merchantId))?.bankAccount?.iban).toBe("DE02120300000000202051");
  expect(hand.clicks).toBeLessThanOrEqual(5);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a logo that was chosen and uploaded is shown to the buyer; one that cannot be loaded leaves the initial", async () => {
  const { context, page, complaints } = await openAs("owner", looks[0]);
  await page.goto(`${panel.origin}${panel.prefix}${panel.storePath("/settings")}`);
  await page.getByLabel("Image").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: onePixel() });
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByText("The logo is saved").waitFor();
  await expect.poll(() => pixelsAcross(page.getByAltText("The current logo"))).toBe(1);
  expect(await look(page, "logo")).toEqual([]);
  const payment = await panel.initialize({ orderId: "logo" });
  // What the contract promises.
  const link = new URL((payment as unknown as { paymentUrl: string }).paymentUrl);
  const address = `${panel.origin}${link.pathname}${link.search}`;
  await page.goto(address);
  const mark = page.locator(".shop-mark");
  expect(await pixelsAcross(mark.locator("img"))).toBe(1);
  expect(await mark.locator("bdi").isVisible()).toBe(false);
  await context.route("**/logos/**", (route) => route.fulfill({ status: 404 }));
  await page.goto(address);
  await mark.locator("bdi").waitFor({ state: "visible" });
  expect(complaints).toEqual([]);
  await context.close();
});

/** Of the picture itself; 0 when it could not be loaded. */
function pixelsAcross(image: Locator): Promise<number> {
  // The locators name images.
  return image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth);
}

/** A black pixel as PNG. */
function onePixel(): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const chunk = (kind: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, check]);
  };
  const pixels = deflateSync(Buffer.from([0, 0]));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", new Uint8Array()),
  ]);
}

/** As PNG has it: CRC-32 of the chunk. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
