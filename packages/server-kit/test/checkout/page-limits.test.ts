// Pages need no API key, so their cost is bounded: by cached images and by rate limits.
import qrcode from "qrcode";
import { expect, test, vi } from "vitest";
import { keptQrCodeSvg, qrCodePng } from "../../src/http/checkout/qr-code.js";
import { html } from "../../src/http/html.js";
import { startService } from "./checkout-harness.js";

test("O20: the picture of a payment's code is rendered once, also for simultaneous requests", async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => qrCodePng("one payment")));
  for (const other of others) expect(other).toBe(first);
  expect(await qrCodePng("one payment")).toBe(first);
});

test("O20: five hundred codes are kept, and the oldest is evicted for another", () => {
  const draw = vi.spyOn(qrcode, "create");
  const show = (content: string) => void keptQrCodeSvg(content, html``);
  for (let number = 0; number < 500; number += 1) show(`payment ${number}`);
  show("payment 0");
  expect(draw).toHaveBeenCalledTimes(500);
  show("payment 500");
  show("payment 0");
  expect(draw).toHaveBeenCalledTimes(502);
  draw.mockRestore();
});

test("O20: every page of a payment counts against its link, and another link has a count of its own", async () => {
  const harness = await startService({ rateLimits: { pagesPerLink: { max: 3, windowSeconds: 60 } } });
  const { path } = await harness.initialize({ orderId: "one" });
  const { path: otherPath } = await harness.initialize({ orderId: "two" });
  const stranger = path.replace(/token=.*/, "token=guessed");
  for (let call = 0; call < 3; call += 1) expect((await harness.visit(stranger)).status).toBe(404);
  expect((await harness.visit(stranger)).status).toBe(429);
  for (const part of ["", "/progress", "/code"]) {
    expect((await harness.visit(path.replace("?", `${part}?`))).status).not.toBe(429);
  }
  const refused = await harness.visit(path.replace("?", "/code?"));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("content-type")).toContain("text/html");
  expect((await harness.visit(otherPath)).status).toBe(200);
  await harness.stop();
});

test("O20: all pages count against the address together, the sandbox bank's and unknown ones too", async () => {
  const harness = await startService({ rateLimits: { pagesPerAddress: { max: 3, windowSeconds: 60 } } });
  const { path } = await harness.initialize();
  const addresses = [path, "/sandbox/bank/none", "/checkout/none", path, "/sandbox/card/none"];
  const statuses: number[] = [];
  for (const address of addresses) statuses.push((await harness.visit(address)).status);
  expect(statuses).toEqual([200, 404, 404, 429, 429]);
  await harness.stop();
});

test("a burst limits how many pages are served at once", async () => {
  const limit = { max: 60, windowSeconds: 60, burst: 2 };
  const harness = await startService({ rateLimits: { pagesPerAddress: limit } });
  const answers: number[] = [];
  for (let call = 0; call < 3; call += 1) answers.push((await harness.visit("/checkout/none")).status);
  expect(answers).toEqual([404, 404, 429]);
  await harness.stop();
});

test("a page that reports the limit has its stylesheet and script, and does not deny a payment that it knows nothing of", async () => {
  const harness = await startService({ rateLimits: { pagesPerAddress: { max: 1, windowSeconds: 60 } } });
  await harness.visit("/checkout/none");
  const limited = await harness.visit("/checkout/none");
  expect(limited.status).toBe(429);
  expect(limited.text).toContain("If you have already paid, don’t pay a second time");
  expect(limited.text).toContain('href="" rel="noreferrer">Try again</a>');
  const assets = [...limited.text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? "");
  expect(assets).toHaveLength(2);
  for (const asset of assets) expect((await harness.visit(asset)).status).toBe(200);
  await harness.stop();
});

test("the page of a form that was refused does not offer to open the form's address again", async () => {
  const harness = await startService({ rateLimits: { pagesPerAddress: { max: 1, windowSeconds: 60 } } });
  await harness.visit("/checkout/none");
  const limited = await harness.submit("/checkout/none/paid");
  expect(limited.status).toBe(429);
  expect(limited.text).not.toContain("Try again</a>");
  await harness.stop();
});
