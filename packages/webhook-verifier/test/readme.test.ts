// Do the programs of the README work as they are printed? Run from the text itself; only ports and the secret are the test's.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";
import { afterAll, expect, test, vi } from "vitest";

const packageRoot = fileURLToPath(new URL("../", import.meta.url));
const readme = readFileSync(join(packageRoot, "README.md"), "utf8");
const blocks = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
mkdirSync(join(packageRoot, ".tmp"), { recursive: true });
const folder = mkdtempSync(join(packageRoot, ".tmp", "readme-"));
const secret = "a webhook secret";
vi.stubEnv("WEBHOOK_SECRET", secret);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** The block that holds this text, run as a module of its own. */
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
  // Sound: a server that listens on a port has such an address.
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
  const worker = (await run('webhook-verifier/fetch"')).default as { fetch(request: Request): Promise<Response> };
  expect((await worker.fetch(await request())).status).toBe(200);
  const { POST } = (await run('webhook-verifier/next"')) as { POST(request: Request): Promise<Response> };
  expect((await POST(await request())).status).toBe(200);
  expect((await run('webhook-verifier/lambda"')).handler).toBeTypeOf("function");
});

test("the program without an adapter tells an authentic body from another", async () => {
  // Sound: these are the exports that the program is printed with.
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

test("the stores of the README can be made, and its test program is answered", async () => {
  await run("sqliteDedupeStore");
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
