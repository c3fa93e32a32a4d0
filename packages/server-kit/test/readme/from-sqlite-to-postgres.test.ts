// The README's steps from SQLite to PostgreSQL, run with its own commands: nothing is lost, old links and keys work.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { commandLineIn } from "../cli/call-command-line.js";
import { createTestDatabase } from "../postgres/server.js";

const readme = readFileSync(fileURLToPath(new URL("../../README.md", import.meta.url)), "utf8");
const section = /### From SQLite to PostgreSQL\n([\s\S]*?)\n### /.exec(readme)?.[1] ?? "";
/** The texts in backticks, in the order of the steps. */
const written = [...section.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
const find = (part: string) => written.find((text) => text.includes(part)) ?? "";

/** A command line of the README with the addresses of this test in it: its environment, and the words after `payment-sessions`. */
function asWritten(text: string, { file, server }: { file: string; server: string }) {
  const words = text
    .replace(/postgres:\/\/[^\s`]+/, server)
    .replace(" payments.db ", ` ${file} `)
    .split(" ");
  const start = words.indexOf("payment-sessions");
  const environment = Object.fromEntries(words.slice(0, start).map((word) => word.split("=") as [string, string]));
  return { environment, argv: words.slice(start + 1) };
}

async function startIn(folder: string, environment: Record<string, string>) {
  const commands = commandLineIn(folder, environment);
  const running = await commands.begin("serve", "--port", "0", "--log-level", "error", "--json");
  const { url } = JSON.parse(running.out) as { url: string };
  const payment = async (key: string, fields: object) => {
    const response = await fetch(`${url}/payments/initialize`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ merchantId: "tea", amountCents: 1999, currency: "EUR", ...fields }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { paymentId: string; paymentUrl: string };
  };
  return { ...commands, url, payment, stop: running.stop };
}

test("a service moves from SQLite to PostgreSQL by the README's own commands: nothing is lost, old links and keys work", async () => {
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-readme-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  const file = join(folder, "payments.db");
  const before = await startIn(folder, { PAYMENT_SESSIONS_DATABASE: file });
  const approved = ["--kyc", "approved", "--verification", "approved"];
  await before.call("store", "create", "--name", "Tea", "--merchant-id", "tea", ...approved);
  const made = await before.json("key", "create", "--merchant-id", "tea", "--environment", "test");
  const { secret: key } = made.document as { secret: string };
  const payments: { paymentId: string; paymentUrl: string }[] = [];
  for (let number = 0; number < 5; number += 1) {
    payments.push(await before.payment(key, { orderId: `order-${number}`, customerName: "Zoë Müller" }));
  }
  const listed = (await before.json("payment", "list", "--merchant-id", "tea")).document;

  // 1. The database: created as the README says, with the encoding and the template that it names.
  expect(find("createdb")).toBe("createdb --encoding UTF8 --template template0 payments");
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);

  // 2. Stop the service; the file stays as it is.
  expect(await before.stop()).toMatchObject({ exitCode: 0 });
  const digest = () => createHash("sha256").update(readFileSync(file)).digest("hex");
  const stopped = digest();

  // 3. Copy, with the password in the environment.
  const { environment, argv } = asWritten(find("payment-sessions copy"), { file, server: connectionString });
  expect(argv).toEqual(["copy", "--from", file, "--to", connectionString]);
  expect(Object.keys(environment)).toEqual(["PGPASSWORD"]);
  const copied = await commandLineIn(folder, environment).call(...argv);
  expect(copied).toMatchObject({ exitCode: 0 });

  // 4. Start with the variable that the README names; the encryption key lies in the folder, as before.
  const [variable = "", placeholder] = find("PAYMENT_SESSIONS_DATABASE=").split("=");
  expect(placeholder).toBe("postgres://…");
  const after = await startIn(folder, { [variable]: connectionString });
  onTestFinished(async () => void (await after.stop()));
  expect((await after.json("payment", "list", "--merchant-id", "tea")).document).toEqual(listed);
  for (const { paymentId, paymentUrl } of payments) {
    const { pathname, search } = new URL(paymentUrl);
    expect((await fetch(`${after.url}${pathname}${search}`)).status).toBe(200);
    const status = await fetch(`${after.url}/payments/${paymentId}/status`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(status.status).toBe(200);
  }
  expect((await after.payment(key, { orderId: "order-2", customerName: "Zoë Müller" })).paymentId).toBe(
    payments[2]?.paymentId,
  );
  await after.payment(key, { orderId: "order-new" });
  expect(digest()).toBe(stopped);
});
