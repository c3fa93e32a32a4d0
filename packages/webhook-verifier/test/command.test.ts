// Tests the command that explains a captured delivery.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../src/cli/main.js";

const secret = "whs_test_7f3c9a51d2e84b06a1c5";
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "verify-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(argv: string[], environment: Record<string, string> = { WEBHOOK_SECRET: secret }, input = "") {
  const out: string[] = [];
  const error: string[] = [];
  const status = await main(argv, environment, {
    out: (line) => out.push(line),
    error: (line) => error.push(line),
    readInput: async () => new TextEncoder().encode(input),
  });
  return { status, out: out.join("\n"), error: error.join("\n") };
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test("verify-webhook accepts a capture with its headers as lines or as JSON", async () => {
  const { body, headers } = await signWebhook({ body: createEvent(), secret });
  const lines = Object.entries(headers).map(([name, value]) => `> ${name}: ${value}`);
  const argv = ["--body", file("body", body), "--headers"];
  const asLines = await run([...argv, file("lines", `> POST / HTTP/1.1\r\n${lines.join("\r\n")}\r\n`)]);
  expect(asLines).toMatchObject({ status: 0, out: expect.stringContaining("transaction.status_changed") });
  const asJson = await run([...argv, file("json", JSON.stringify(headers)), "--json"]);
  expect(asJson.status).toBe(0);
  expect(JSON.parse(asJson.out)).toMatchObject({ authentic: true, event: { event: "transaction.status_changed" } });
});

test("verify-webhook refuses a wrong signature and names the mistake that explains it", async () => {
  const text = JSON.stringify({ event: "x", note: "a" });
  const { signature } = await signWebhook({ body: text, secret });
  const rows: [string, RegExp][] = [
    [`${text}\n`, /line feed at the end/],
    [JSON.stringify(JSON.parse(text), null, 4), /parsed and serialised/],
    ['{"event":"forged"}', /signature_mismatch/],
  ];
  for (const [body, explanation] of rows) {
    const response = await run(["--body", "-", "--signature", signature], undefined, body);
    expect(response.status).toBe(1);
    expect(response.out).toMatch(explanation);
  }
});

test("verify-webhook says what to check when no usual mistake explains a wrong signature", async () => {
  const { signature } = await signWebhook({ body: "{}", secret: "the secret of another store" });
  const { out } = await run(["--body", "-", "--signature", signature], undefined, "{}");
  expect(out.split("\n")).toEqual([
    "rejected: signature_mismatch",
    expect.stringMatching(/current webhook secret.*bytes as received/),
  ]);
});

test("verify-webhook takes the secret from the named variable and never shows it", async () => {
  const { body, signature } = await signWebhook({ body: "{}", secret });
  const argv = ["--body", file("empty", body), "--signature", signature, "--secret-env", "SHOP_SECRET"];
  expect((await run(argv, { SHOP_SECRET: secret })).status).toBe(0);
  const missing = await run(argv, {});
  expect(missing).toMatchObject({ status: 2, error: "The environment variable SHOP_SECRET is not set" });
  const spaced = await run(argv, { SHOP_SECRET: `${secret}\n` });
  expect(spaced.status).toBe(2);
  expect(spaced.out).not.toContain(secret);
});

test("verify-webhook reports invalid arguments", async () => {
  const rows: [string[], RegExp][] = [
    [[], /--body is missing/],
    [["--body", "x"], /exactly one of --headers and --signature/],
    [["--body", join(folder, "absent"), "--signature", "x"], /absent" cannot be read \(ENOENT\)/],
    [["--secret", "x"], /Unknown option/],
    [["--body", "-", "--headers", file("bad", "no header\nx")], /Line 1 of the headers/],
    [["--body", "-", "--headers", file("cut", '{"Authorization":"s3cret')], /headers begin with \{ and are not JSON/],
  ];
  for (const [argv, message] of rows)
    expect(await run(argv)).toMatchObject({ status: 2, error: expect.stringMatching(message) });
});

test("verify-webhook repeats no header in its messages", async () => {
  const cut = ["--body", "-", "--headers", file("cut", '{"Authorization":s3cret}')];
  expect((await run(cut)).error).not.toContain("s3cret");
});
