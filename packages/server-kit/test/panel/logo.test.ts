// A store's logo, uploaded in the panel: what is taken, where it is served, what buyers and users of the panel see of it.
import { createHash } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { openPanel, type TestBrowser, unbroken } from "./panel-service.js";

type Panel = Awaited<ReturnType<typeof openPanel>>;
let panel: Panel;
afterEach(() => panel.close());

/** Only its first bytes are a PNG: the service checks no more. */
function pngOf(width: number, height: number, length = 64): Uint8Array {
  const bytes = Buffer.alloc(length);
  bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

async function upload(browser: TestBrowser, bytes: Uint8Array, name = "logo.png") {
  const { text } = await browser.get(panel.storePath("/settings"));
  const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const form = new FormData();
  form.set("csrf", csrf);
  form.set("logoFile", new File([Uint8Array.from(bytes)], name, { type: "image/png" }));
  const response = await fetch(`${panel.origin}${panel.prefix}${panel.storePath("/logo")}`, {
    method: "POST",
    body: form,
    redirect: "manual",
    headers: {
      origin: new URL("http://127.0.0.1:1").origin,
      "sec-fetch-site": "same-origin",
      cookie: [...browser.cookies].map(([key, value]) => `${key}=${value}`).join("; "),
    },
  });
  return { status: response.status, text: await response.text() };
}

const fileNameOf = (bytes: Uint8Array) => `${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}.png`;

test("an owner uploads a logo; it is served under its digest, cached for ever, and as an image only", async () => {
  panel = await openPanel();
  const owner = await panel.signedIn("owner");
  const bytes = pngOf(64, 64);
  expect(await upload(owner, bytes, "logo.html")).toMatchObject({ status: 303 });
  const { merchantId } = panel.store;
  const response = await fetch(`${panel.origin}${panel.prefix}/logos/${merchantId}/${fileNameOf(bytes)}`);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  expect(unbroken(await owner.get(panel.storePath("/audit")))).toContain("store.logo_uploaded");
});

test("buyers see the uploaded logo on the checkout page, in place of the one by address", async () => {
  panel = await openPanel();
  const { merchantId } = panel.store;
  await panel.service.stores.update(merchantId, { logo: "https://shop.example/logo.png" });
  const owner = await panel.signedIn("owner");
  const bytes = pngOf(64, 64);
  await upload(owner, bytes);
  const payment = await panel.initialize();
  // What the contract promises.
  const link = new URL((payment as unknown as { paymentUrl: string }).paymentUrl);
  const pageOf = async () => (await owner.get(link.pathname.slice(panel.prefix.length) + link.search)).text;
  expect(await pageOf()).toContain(`<img src="/pay/logos/${merchantId}/${fileNameOf(bytes)}"`);
  await owner.get(panel.storePath("/settings"));
  await owner.submit(panel.storePath("/logo/remove"));
  expect(await pageOf()).toContain('<img src="https://shop.example/logo.png"');
  const gone = await fetch(`${panel.origin}${panel.prefix}/logos/${merchantId}/${fileNameOf(bytes)}`);
  expect(gone.status).toBe(404);
});

test.each([
  [
    "an SVG",
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
    "PNG, JPEG, WebP or GIF",
  ],
  ["a picture of more than 2000 pixels", pngOf(2001, 10), "2000 × 2000 pixels, this one has 2001 × 10"],
  ["a picture without pixels", pngOf(0, 10), "0 × 10"],
  ["a file of more than 256 KiB", pngOf(64, 64, 256 * 1024 + 1), "256 KiB"],
  ["nothing", Buffer.alloc(0), "PNG, JPEG, WebP or GIF"],
])("is refused as a logo: %s", async (_, bytes, words) => {
  panel = await openPanel();
  const owner = await panel.signedIn("owner");
  const { status, text } = await upload(owner, bytes, "logo.png");
  expect(status).toBeGreaterThanOrEqual(400);
  expect(text).toContain(words);
  expect(await panel.service.stores.get(panel.store.merchantId)).not.toHaveProperty("logoFile", expect.anything());
});

test("a logo is found by its own store only", async () => {
  panel = await openPanel();
  const bytes = pngOf(64, 64);
  await upload(await panel.signedIn("owner"), bytes);
  const other = `/logos/${panel.otherStore.merchantId}/${fileNameOf(bytes)}`;
  expect((await fetch(`${panel.origin}${panel.prefix}${other}`)).status).toBe(404);
});
