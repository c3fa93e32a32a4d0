// Runs the programs of the README as they are printed; only ports and the secret are replaced.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";
import Database from "better-sqlite3";
import { afterAll, beforeEach, expect, test, vi } from "vitest";

const packageRoot = fileURLToPath(new URL("../", import.meta.url));
const readme = readFileSync(join(packageRoot, "README.md"), "utf8");
const blocks = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
mkdirSync(join(packageRoot, ".tmp"), { recursive: true });
const folder = mkdtempSync(join(packageRoot, ".tmp", "readme-"));
const secret = "a webhook secret";
beforeEach(() => void vi.stubEnv("WEBHOOK_SECRET", secret));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the code block that contains this text as a separate module. */
async function run(mark: string, port = 0): Promise<Record<string, unknown>> {
  const found = blocks.filter((code) => code.includes(mark));
  expect(found.length, mark).toBe(1);
  const file = join(folder, `program-${mark.replace(/\W/g, "-")}.js`);
  const code = (found[0] ?? "").replaceAll("8080", String(port)).replaceAll("shop.db", join(folder, "shop.db"));
  writeFileSync(file, code);
  return import(pathToFileURL(file).href);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const signed = () => signWebhook({ body: createEvent({ order_id: "1001", status: "paid" }), secret });

test.each(["/http", "/koa", "/express", "/fastify"])(
  "the program for %s takes a signed delivery and refuses an altered one",
  async (entry) => {
    const port = await freePort();
    await run(`webhook-verifier${entry}"`, port);
    const delivery = await signed();
    const post = async (body: string | typeof delivery.body) =>
      (await fetch(`http://localhost:${port}/webhooks`, { method: "POST", headers: delivery.headers, body })).status;
    expect(await post(delivery.body)).toBe(200);
    expect(await post(new TextDecoder().decode(delivery.body).replace("1001", "1002"))).toBe(401);
  },
);

test("the programs for Request and Response, for Next.js and for Lambda load", async () => {
  const request = async () => new Request("https://shop.example/webhooks", { method: "POST", ...(await signed()) });
  // The export of the printed program.
  const server = (await run("fetch: (request) =>")).default as { fetch(request: Request): Promise<Response> };
  expect((await server.fetch(await request())).status).toBe(200);
  // The export of the printed program.
  const { POST } = (await run('webhook-verifier/next"')) as { POST(request: Request): Promise<Response> };
  expect((await POST(await request())).status).toBe(200);
  expect((await run('webhook-verifier/lambda"')).handler).toBeTypeOf("function");
});

test("the program for Workers takes its secret from the environment of the request, and needs no process", async () => {
  const [code] = blocks.filter((block) => block.includes("env.WEBHOOK_SECRET") && !block.includes("process"));
  expect(code).toContain("export default");
  // The export of the printed program.
  const { fetch } = (await run("receive ??=")).default as {
    fetch(request: Request, env: { WEBHOOK_SECRET: string }): Promise<Response>;
  };
  vi.stubEnv("WEBHOOK_SECRET", undefined);
  const post = async () => new Request("https://shop.example/webhooks", { method: "POST", ...(await signed()) });
  expect((await fetch(await post(), { WEBHOOK_SECRET: secret })).status).toBe(200);
});

test("the program without an adapter distinguishes an authentic body from another", async () => {
  // The exports of the printed program.
  const program = (await run("answerChallenge")) as {
    receive(body: unknown, headers: unknown): Promise<{ status: number }>;
    isAuthentic(body: unknown, headers: unknown): Promise<boolean>;
  };
  const { body, headers } = await signed();
  const lower = Object.fromEntries(new Headers(headers));
  expect((await program.receive(body, lower)).status).toBe(200);
  expect(await program.isAuthentic(body, lower)).toBe(true);
  expect(await program.isAuthentic("{}", lower)).toBe(false);
  await expect(program.receive("{}", lower)).rejects.toThrow("signature_mismatch");
});

test("the stores of the README can be created, and its test program gets a response", async () => {
  await run("const persistent");
  const port = await freePort();
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url);
    request.resume().on("end", () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  await run("createEvent, signWebhook", port);
  expect(seen).toEqual(["/webhooks"]);
  await new Promise((resolve) => server.close(resolve));
});

test("C28: the README's three lines keep the highest status, whatever comes in which order and how often", async () => {
  // The export of the printed program.
  const { isNewStatus } = (await run("isNewStatus")) as {
    isNewStatus(event: { order_id: string; status: string }): boolean;
  };
  const database = new Database(join(folder, "shop.db"));
  const add = database.prepare("INSERT INTO orders (id, status) VALUES (?, 'new')");
  const find = database.prepare("SELECT status FROM orders WHERE id = ?").pluck();
  const sequences: [string[], string, number][] = [
    [["pending", "processing", "completed"], "completed", 3],
    [["completed", "processing", "pending"], "completed", 1],
    [["processing", "pending", "completed", "completed", "paid"], "completed", 2],
    [["completed", "failed", "expired"], "completed", 1],
    [["expired", "completed"], "completed", 2],
    [["failed", "pending", "failed"], "failed", 1],
    [["pending", "on_hold", "paid"], "paid", 2],
  ];
  for (const [index, [statuses, last, changes]] of sequences.entries()) {
    const order_id = `order-${index}`;
    add.run(order_id);
    const reported = statuses.filter((status) => isNewStatus({ order_id, status }));
    expect([find.get(order_id), reported.length], statuses.join()).toEqual([last, changes]);
  }
  expect(isNewStatus({ order_id: "of another shop", status: "paid" })).toBe(false);
  database.close();
});

test("C28: order and duplicates come before everything but the first program", () => {
  const headings = [...readme.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(headings[0]).toBe("Order and duplicates");
});

test("C33: every link of the README has a target from the registry's page", () => {
  const targets = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target = ""]) => target);
  expect(targets.length).toBeGreaterThan(3);
  // A file of the package: the release makes the link absolute.
  for (const target of targets)
    if (!target.startsWith("https://")) expect(existsSync(join(packageRoot, target)), target).toBe(true);
});
