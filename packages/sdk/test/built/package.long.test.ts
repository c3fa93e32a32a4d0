// The types of the built package under each module resolution, and its memory over thousands of failures.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { dist, installPackage, project, run, source } from "./install-package.js";

installPackage({ withTypes: true });

test("ten thousand failures leave the heap as it was, on the same sockets", () => {
  const output = run(
    "failures.cjs",
    `require("node:v8").setFlagsFromString("--expose-gc");
     const gc = require("node:vm").runInNewContext("gc");
     const { fork } = require("node:child_process");
     const { PaymentSessions } = require("@payment-sessions/sdk");
     if (process.argv[2] === "server") {
       let connections = 0;
       const body = JSON.stringify({ code: "PAYMENT_NOT_FOUND", filler: "x".repeat(2_000) });
       const server = require("node:http").createServer((request, response) => {
         request.resume();
         response.writeHead(404, { "content-type": "application/json" }).end(body);
       }).on("connection", () => { connections += 1; })
         .listen(0, "127.0.0.1", () => process.send(server.address().port));
       process.on("message", () => process.send(connections));
       process.on("disconnect", () => process.exit());
     } else {
       const child = fork(__filename, ["server"]);
       child.once("message", async (port) => {
         const payments = new PaymentSessions({ apiKey: "ps_test_1234567890", baseUrl: "http://127.0.0.1:" + port });
         const fail = async (calls) => {
           for (let call = 0; call < calls; call += 20) {
             await Promise.all(Array.from({ length: 20 }, () => payments.sessions.status("pay_1").safe()));
           }
           await new Promise((resolve) => setImmediate(resolve));
           gc();
           return process.memoryUsage().heapUsed;
         };
         const before = await fail(2_000);
         const after = await fail(10_000);
         child.once("message", (connections) => {
           console.log(after - before < 4 * 1024 * 1024 || after - before, connections <= 40 || connections);
           child.disconnect();
         });
         child.send("connections?");
       });
     }`,
  );
  expect(output).toBe("true true");
});

const program = `
import { PaymentSessions, isPaymentSessionsError, type PaymentSession } from "@payment-sessions/sdk";
import type * as sdk from "@payment-sessions/sdk";
import { errorCodes, type ErrorCode } from "@payment-sessions/sdk/enums";
import { createMockService, type OperationName } from "@payment-sessions/sdk/mock";
export const known: readonly ErrorCode[] = errorCodes;
const mock = createMockService();
export const { sessions, webhooks, stores, failNext } = mock;
export const createShop = () => mock.stores.create({ name: "Tea shop" });
export const failOnce = (operation: OperationName) => mock.failNext(operation, "stall");
export async function pay(order: sdk.InitializeParams): Promise<PaymentSession | string> {
  const payments = new PaymentSessions({ apiKey: process.env.KEY, baseUrl: "https://pay.example.com" });
  try {
    const session: sdk.PaymentSession = await payments.sessions.initialize(order);
    const { uptime } = await payments.request("GET", "/health");
    return uptime > 0 ? session : session.handoffUrl;
  } catch (error) {
    if (isPaymentSessionsError(error)) return error.code;
    throw error;
  }
}
// Under exactOptionalPropertyTypes a value that may be undefined needs its own place in a type.
export async function passOn(payments: PaymentSessions, maybe: string | undefined, count: number | undefined): Promise<void> {
  const items = [{ name: "Tea", quantity: count }];
  await payments.sessions.initialize({ merchantId: "m", orderId: "1", amountCents: 1, currency: "EUR", customerEmail: maybe, items });
  await payments.sessions.initialize({ shopId: "m", merchantId: undefined, orderId: "1", amountCents: 1, currency: "EUR" });
  await payments.service.check({ client: "c", clientVersion: "1.0.0", contract: maybe });
  await payments.sandbox.send("pay_1", { event: "settlement_partial", amountCents: count });
  const path = { transaction_id: "pay_1" };
  await payments.request("GET", "/transactions/{transaction_id}/webhook/history", { params: { path, query: { limit: count } } });
  await payments.request("GET", "/transactions/{transaction_id}/webhook/history", { params: { path, query: undefined } });
  const body = { merchantId: "m", orderId: "1", amountCents: 1, currency: "EUR", returnUrl: maybe };
  await payments.request("POST", "/payments/initialize", { body });
}
`;

const { ModuleKind, ModuleResolutionKind } = ts;

test.each([
  ["node10", ["a10.cts"], { module: ModuleKind.CommonJS, moduleResolution: ModuleResolutionKind.Node10 }],
  ["node16", ["a16.cts", "a16.mts"], { module: ModuleKind.Node16, moduleResolution: ModuleResolutionKind.Node16 }],
  [
    "nodenext",
    ["next.cts", "next.mts"],
    { module: ModuleKind.NodeNext, moduleResolution: ModuleResolutionKind.NodeNext },
  ],
  ["a bundler", ["bundled.ts"], { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler }],
])(
  "a strict program compiles against the types under %s, library checked too",
  (_, files, options) => {
    const paths = files.map((file) => join(project, file));
    for (const path of paths) writeFileSync(path, program);
    const compiled = ts.createProgram(paths, {
      ...options,
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2023.d.ts"],
      types: ["node"],
      typeRoots: [join(source, "../../node_modules/@types")],
      strict: true,
      exactOptionalPropertyTypes: true,
      declaration: true,
      noEmit: true,
    });
    // Only errors in our files and in the program: errors in Node's own types are not ours.
    const complaints = ts
      .getPreEmitDiagnostics(compiled)
      .filter((diagnostic) => !diagnostic.file?.fileName.includes("@types"))
      .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
    expect(complaints).toEqual([]);
  },
  120_000,
);

test("each format has types of its own, and sources are not among them", () => {
  expect(existsSync(join(dist, "index.d.cts"))).toBe(true);
  expect(readdirSync(dist).filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))).toEqual([]);
});
