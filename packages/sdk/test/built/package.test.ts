// The built package as npm users run it, ESM and CJS, without dependencies to install. Its types: package.long.test.ts.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { dist, installed, installPackage, run, source } from "./install-package.js";

/** The part of the bundler that is used here; its own types are not installed in this workspace. */
interface Bundler {
  build(options: object): Promise<{ outputFiles: { contents: Uint8Array }[] }>;
}

const committedLicences = readFileSync(join(source, "THIRD-PARTY-LICENSES.md"), "utf8");
installPackage({ withTypes: false });

test("the package has no dependencies, and its code imports only Node's own modules", () => {
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  expect(manifest.dependencies).toBeUndefined();
  for (const file of ["index.js", "index.cjs", "enums.js", "enums.cjs"]) {
    const code = readFileSync(join(dist, file), "utf8");
    const asked = [...code.matchAll(/(?:\bfrom\s*|\brequire\(|\bimport\s*\(?\s*)["']([^"']+)["']/g)].map(
      ([, name = ""]) => name,
    );
    expect(
      asked.filter((name) => !name.startsWith("./") && !isBuiltin(name)),
      file,
    ).toEqual([]);
  }
});

test("the whole client is at most 45 KB minified and 20 KB compressed", async () => {
  // The bundler that tsup depends on.
  const esbuild = createRequire(createRequire(import.meta.url).resolve("tsup"))("esbuild") as Bundler;
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(dist, "index.js")],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    write: false,
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  expect(code.byteLength).toBeGreaterThan(10_000);
  expect(code.byteLength).toBeLessThanOrEqual(45 * 1024);
  expect(gzipSync(code).byteLength).toBeLessThanOrEqual(20 * 1024);
});

test("ESM and CJS load alone and together, and recognise each other's errors", () => {
  const names =
    "[typeof sdk.PaymentSessions, typeof sdk.isPaymentSessionsError, sdk.checkoutFlowStatuses.length].join()";
  expect(run("a.mjs", `import * as sdk from "@payment-sessions/sdk"; console.log(${names})`)).toBe(
    "function,function,6",
  );
  expect(run("b.cjs", `const sdk = require("@payment-sessions/sdk"); console.log(${names})`)).toBe(
    "function,function,6",
  );
  const both = run(
    "c.mjs",
    `import * as esm from "@payment-sessions/sdk";
     import { createRequire } from "node:module";
     const cjs = createRequire(import.meta.url)("@payment-sessions/sdk");
     const thrownBy = (sdk) => { try { new sdk.PaymentSessions({}) } catch (error) { return error } };
     const fromCjs = thrownBy(cjs), fromEsm = thrownBy(esm);
     console.log([
       cjs.PaymentSessions !== esm.PaymentSessions,
       esm.isPaymentSessionsError(fromCjs), fromCjs instanceof esm.PaymentSessionsError, fromCjs instanceof esm.UsageError,
       cjs.isPaymentSessionsError(fromEsm), fromEsm instanceof cjs.UsageError,
       fromCjs instanceof esm.ServiceError, new Error("x") instanceof esm.PaymentSessionsError,
     ].join());`,
  );
  expect(both).toBe("true,true,true,true,true,true,false,false");
});

test("the bundled client retries by the same rules as its sources", () => {
  const output = run(
    "e.mjs",
    `import { createServer } from "node:http";
     import { PaymentSessions } from "@payment-sessions/sdk";
     const keys = [], bodies = [];
     const server = createServer(async (request, response) => {
       let body = ""; for await (const chunk of request) body += chunk;
       keys.push(request.headers["idempotency-key"]); bodies.push(body);
       if (keys.length === 1) return request.socket.destroy();
       if (keys.length === 2) return response.writeHead(503).end();
       const session = { success: true, paymentId: "pay_1", paymentUrl: "https://pay.example.com/1" };
       response.writeHead(keys.length === 3 ? 200 : 404).end(JSON.stringify(session));
     }).listen(0, "127.0.0.1", async () => {
       const baseUrl = "http://127.0.0.1:" + server.address().port;
       const payments = new PaymentSessions({ apiKey: "ps_test_1234567890", baseUrl, random: () => 0 });
       const { attempts, data } = await payments.sessions
         .initialize({ merchantId: "m", orderId: "1", amountCents: 1, currency: "EUR" }).withResponse();
       const failed = await payments.sessions.status("pay_1").safe();
       console.log([attempts.length, data.handoffUrl, new Set(keys.slice(0, 3)).size, new Set(bodies.slice(0, 3)).size,
         bodies[0].length > 20, failed.error.status, failed.error.attempts.length, failed.error.name].join());
       server.close(); server.closeAllConnections();
     });`,
  );
  expect(output).toBe("3,https://pay.example.com/1,1,1,true,404,1,ServiceError");
});

test("the built client ends a call whose body stops half way", () => {
  const output = run(
    "stalled.cjs",
    `const { PaymentSessions } = require("@payment-sessions/sdk");
     const server = require("node:http").createServer((request, response) => {
       request.resume();
       response.writeHead(request.method === "GET" ? 500 : 200).write('{"success": tr');
     }).listen(0, "127.0.0.1", async () => {
       const baseUrl = "http://127.0.0.1:" + server.address().port;
       const payments = new PaymentSessions({ apiKey: "ps_test_1234567890", baseUrl, timeoutMs: 150 });
       const startedAt = performance.now();
       const results = await Promise.all([
         payments.sessions.initialize({ merchantId: "m", orderId: "1", amountCents: 1, currency: "EUR" }).safe(),
         payments.sessions.status("pay_1").safe(),
       ]);
       console.log(results.map(({ error }) => error.code).join(), performance.now() - startedAt < 1_000);
       server.close(); server.closeAllConnections();
     });`,
  );
  expect(output).toBe("TIMEOUT,TIMEOUT true");
});

test("the client needs only web standards, as on an edge worker", () => {
  const output = run(
    "f.cjs",
    `const vm = require("node:vm"), { readFileSync } = require("node:fs");
     const names = ["AbortController", "AbortSignal", "FormData", "Headers", "ReadableStream", "Request", "Response", "TextDecoder", "TextEncoder",
       "URL", "URLSearchParams", "clearTimeout", "console", "crypto", "performance", "setTimeout"];
     const globals = Object.fromEntries(names.map((name) => [name, globalThis[name]]));
     const context = vm.createContext({ ...globals, navigator: { userAgent: "Cloudflare-Workers" }, module: { exports: {} }, exports: {} });
     vm.runInContext(readFileSync(require.resolve("@payment-sessions/sdk"), "utf8"), context);
     const { PaymentSessions } = context.module.exports;
     const agents = [];
     const fetch = async (url, init) => {
       agents.push(init.headers.get("user-agent"));
       return agents.length === 1 ? new Response("", { status: 503 }) : Response.json({ orderId: "1", status: "scanning" });
     };
     new PaymentSessions({ apiKey: "ps_test_1234567890", baseUrl: "https://pay.example.com", fetch, random: () => 0 })
       .sessions.status("pay_1").then(({ status }) => console.log(status, agents[1]), console.error);`,
  );
  expect(output).toBe("scanning payment-sessions-sdk/0.1.0 (Cloudflare-Workers)");
});

test("the first program of the README runs unchanged", () => {
  const readme = readFileSync(join(source, "README.md"), "utf8");
  const example = /^```ts\n(.*?)^```/ms.exec(readme)?.[1] ?? "";
  expect(readme.split("\n").slice(0, 15).join("\n")).toContain(example.trim());
  const response = { success: true, paymentId: "pay_1", paymentUrl: "https://pay.example.com/checkout/pay_1" };
  const output = run(
    "readme.mjs",
    `process.env.PAYMENT_SESSIONS_API_KEY = "ps_test_1234567890";
     globalThis.fetch = async () => Response.json(${JSON.stringify(response)});
     ${example}`,
  );
  expect(output).toBe("store pay_1, then redirect the buyer to https://pay.example.com/checkout/pay_1");
});

test("the command runs from the manifest's path, which exists before the package is built", () => {
  const { bin, files } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const path: string = bin["payment-sessions-sdk"];
  expect(existsSync(join(source, path)) && !path.includes("dist")).toBe(true);
  expect(files).toContain("bin");
  const output = execFileSync(process.execPath, [join(installed, path), "--help"], { encoding: "utf8" });
  expect(output).toContain("listen --forward-to");
});

test("a loader that supports only package.json's main and CommonJS gets the client", () => {
  // What a test runner without ESM does: it reads `main` and runs the file as a function body.
  const output = run(
    "d.cjs",
    `const { readFileSync } = require("node:fs"), { join, dirname } = require("node:path"), vm = require("node:vm");
     const root = join(__dirname, "node_modules/@payment-sessions/sdk");
     const main = join(root, JSON.parse(readFileSync(join(root, "package.json"), "utf8")).main);
     const module_ = { exports: {} };
     vm.runInThisContext("(function (exports, require, module) {" + readFileSync(main, "utf8") + "\\n})")(module_.exports, require, module_);
     console.log(typeof module_.exports.PaymentSessions);`,
  );
  expect(output).toBe("function");
});

test("the licences of all bundled packages are listed, and the committed page equals the built one", () => {
  const made = readFileSync(join(installed, "THIRD-PARTY-LICENSES.md"), "utf8");
  for (const name of ["ajv", "koa-compose"]) expect(made).toContain(`## ${name} `);
  expect(made).toBe(committedLicences);
  const published: string[] = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")).files;
  expect(published).toEqual(expect.arrayContaining(["dist", "README.md", "LICENSE", "THIRD-PARTY-LICENSES.md"]));
});
