// Builds the mock once and uses it as testers do: by import and by require, with and without MSW, under fake
// timers, in processes that have to exit by themselves.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const source = fileURLToPath(new URL("../../", import.meta.url));
/** Outside the workspace, so that none of its packages is resolved by accident. */
const project = mkdtempSync(join(tmpdir(), "mock-consumer-"));
const installed = join(project, "node_modules", "@payment-sessions", "sdk");

beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  cpSync(join(source, "package.json"), join(installed, "package.json"));
  const tsup = createRequire(import.meta.url).resolve("tsup/dist/cli-default.js");
  execFileSync(process.execPath, [tsup, "--out-dir", join(installed, "dist"), "--silent", "--no-dts"], { cwd: source });
}, 120_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

const run = (file: string, text: string): string => {
  writeFileSync(join(project, file), text);
  // Package managers put their own folders on the path of the programs that they start.
  const env = { ...process.env, NODE_PATH: "" };
  return execFileSync(process.execPath, [file], { cwd: project, encoding: "utf8", timeout: 20_000, env }).trim();
};

const scenario = `
  const mock = createMockService();
  const { merchantId } = await mock.stores.create({ name: "Tea" });
  const { secret: apiKey } = await mock.apiKeys.issue({ merchantId, environment: "test" });
  const { url } = await mock.serve();
  const statuses = [];
  mock.webhooks.to(({ body }) => { statuses.push(JSON.parse(body).status); return statuses.length === 1 ? 503 : 200; });
  const payments = new PaymentSessions({ apiKey, baseUrl: url });
  const session = await payments.sessions.initialize({ merchantId, orderId: "1", amountCents: 1999, currency: "EUR" });
  await mock.sessions.succeed(session.paymentId);
  await mock.clock.advance("2h");
  const { status } = await payments.sessions.status(session.paymentId);
  mock.failNext("getHealth", "stall");
  payments.service.health().catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await mock.stop();
  console.log([status, ...statuses].join());`;

test("it loads by import and by require without MSW, does its work, and leaves nothing that keeps the process", () => {
  const names = "{ createMockService }";
  const esm = `import { createMockService } from "@payment-sessions/sdk/mock"; import { PaymentSessions } from "@payment-sessions/sdk";`;
  expect(run("a.mjs", `${esm}${scenario}`)).toBe("completed,pending,completed,pending");
  const cjs = `const ${names} = require("@payment-sessions/sdk/mock"), { PaymentSessions } = require("@payment-sessions/sdk");`;
  expect(run("b.cjs", `${cjs}(async () => {${scenario}})();`)).toBe("completed,pending,completed,pending");
});

test("without MSW only the handlers fail, and say what to install", () => {
  const output = run(
    "c.mjs",
    `import { createMockService } from "@payment-sessions/sdk/mock";
     try { createMockService().handlers } catch (error) { console.log(error.message) }`,
  );
  expect(output).toContain("install `msw`");
});

test("it imports only Node's own modules and, for its handlers, MSW", () => {
  for (const file of ["index.js", "index.cjs"]) {
    const code = readFileSync(join(installed, "dist/mock", file), "utf8");
    const asked = [...code.matchAll(/^import .*? from "([^"]+)"|^var .*? = (?:__toESM\()?require\("([^"]+)"/gm)];
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.map(([, esm, cjs]) => esm ?? cjs ?? "").filter((name) => !isBuiltin(name))).toEqual([]);
    expect(code).not.toMatch(/better-sqlite3|from "koa"|require\("koa"\)|panel_session/);
  }
});

test("with timers that were faked after it was loaded it sets none and continues", () => {
  const output = run(
    "d.mjs",
    `import { createMockService } from "@payment-sessions/sdk/mock";
     const armed = [];
     for (const name of ["setTimeout", "setInterval", "setImmediate"]) globalThis[name] = () => armed.push(name);
     const mock = createMockService();
     const { merchantId } = await mock.stores.create({ name: "Tea" });
     const { secret } = await mock.apiKeys.issue({ merchantId, environment: "test" });
     let calls = 0;
     mock.webhooks.to(() => { calls += 1; return calls < 3 ? 500 : 200 });
     const body = { merchantId, orderId: "1", currency: "EUR", checkoutMode: "direct_provider", paymentMethod: "open_bank_transfer", customerCountry: "DE" };
     for (const amountCents of [1005, 1013]) {
       const response = await mock.fetch(mock.baseUrl + "/payments/initialize", { method: "POST",
         headers: { authorization: "Bearer " + secret, "content-type": "application/json" }, body: JSON.stringify({ ...body, amountCents }) });
       console.log(response.status);
     }
     await mock.clock.advance("1d");
     await mock.stop();
     console.log(mock.webhooks.deliveries().map(({ status, state }) => status + ":" + state).join(), armed.length);`,
  );
  expect(output.split("\n")).toEqual([
    "200",
    "500",
    "pending:delivered,pending:delivered,processing:delivered,completed:delivered 0",
  ]);
});

test("handlers made by the CommonJS build, with MSW's CommonJS copy, work in a server of MSW's ESM copy", () => {
  const msw = dirname(createRequire(import.meta.url).resolve("msw/package.json"));
  symlinkSync(msw, join(project, "node_modules", "msw"));
  const text = `import Module, { createRequire } from "node:module";
     import { http } from "msw";
     import { setupServer } from "msw/node";
     const require = createRequire(import.meta.url);
     // As loaders without ES modules resolve it.
     const resolve = Module._resolveFilename;
     Module._resolveFilename = (name, ...rest) => name === "msw" ? ${JSON.stringify(join(msw, "lib/core/index.js"))} : resolve(name, ...rest);
     const { createMockService } = require("@payment-sessions/sdk/mock");
     const mock = createMockService();
     const server = setupServer(...mock.handlers);
     server.listen({ onUnhandledRequest: "error" });
     const response = await fetch(mock.baseUrl + "/health");
     console.log(require("msw").http === http, response.status, (await response.json()).status);
     server.close();`;
  expect(run("e.mjs", text)).toBe("false 200 healthy");
});

test("the README's program with the mock runs unchanged", () => {
  const readme = readFileSync(join(source, "README.md"), "utf8");
  const program = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].find(([text]) =>
    text.includes("createMockService"),
  )?.[1];
  expect(run("readme.mjs", program ?? "")).toBe(
    "transaction.status_changed pending\ntransaction.status_changed completed",
  );
});
