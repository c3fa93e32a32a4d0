// The QR code's content against the grammar of EPC069-12, version 002.
import { expect, test } from "vitest";
import { epcQrContent } from "../../src/domain/epc-qr.js";
import { qrCodePng, qrCodeSvg } from "../../src/http/checkout/qr-code.js";
import { html } from "../../src/http/html.js";

const account = { accountHolder: "Müller & Söhne", iban: "DE89370400440532013000", bic: "COBADEFFXXX" };

test("writes the eleven lines in their order", () => {
  expect(epcQrContent({ account, amountCents: 1, reference: "PS-1001_A#7" })).toBe(
    "BCD\n002\n1\nSCT\nCOBADEFFXXX\nMüller & Söhne\nDE89370400440532013000\nEUR0.01\n\n\nPS-1001-A.7",
  );
});

const grammar =
  /^BCD\n002\n1\nSCT\n([A-Z0-9]{8}|[A-Z0-9]{11})?\n[^\n]{1,70}\n[A-Z]{2}\d{2}[A-Z0-9]{11,30}\nEUR(0|[1-9]\d{0,8})\.\d{2}\n\n\n[^\n]{1,140}$/u;

test.each([
  ["umlauts and the largest amount", { account, amountCents: 99_999_999_999, reference: "A".repeat(140) }],
  ["no BIC", { account: { ...account, bic: "" }, amountCents: 1999, reference: "x" }],
  [
    "a name of 200 characters",
    { account: { ...account, accountHolder: "ü".repeat(200) }, amountCents: 5, reference: "B".repeat(140) },
  ],
  [
    "a name of emoji",
    { account: { ...account, accountHolder: "🌷".repeat(100) }, amountCents: 5, reference: "B".repeat(140) },
  ],
  [
    "line breaks in a name",
    { account: { ...account, accountHolder: "Blumen\r\nLila\u2028" }, amountCents: 5, reference: "x" },
  ],
  [
    "an IBAN in groups",
    { account: { ...account, iban: "de89 3704 0044 0532 0130 00" }, amountCents: 5, reference: "x" },
  ],
])("keeps to the grammar and to 331 bytes: %s", (_, transfer) => {
  const content = epcQrContent(transfer);
  expect(content).toMatch(grammar);
  expect(Buffer.byteLength(content)).toBeLessThanOrEqual(331);
  expect(content.isWellFormed()).toBe(true);
});

test("the picture's modules encode the bytes, and its label is escaped", async () => {
  const svg = qrCodeSvg(epcQrContent({ account, amountCents: 1999, reference: "x" }), html`${'"<b>'}`).toString();
  expect(svg).toContain('role="img" aria-label="&quot;&lt;b&gt;"');
  expect(svg).toMatch(/d="M4 4h7v1h-7z/);
  const png = await qrCodePng("BCD");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
});
