// order put and order list: the orders of a plugin store, from the command line to the checkout's look-up.
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundledProgram } from "../bundled-program.js";
import { commandLineOn, freshDatabase } from "./call-command-line.js";

const program = bundledProgram("../src/cli.ts");

const order = {
  id: 1001,
  orderKey: "wc_order_a1B2c3D4e5",
  status: "pending",
  currency: "EUR",
  total: "19.99",
  customer: { email: "buyer@example.com", fullName: "Erika Mustermann" },
  lineItems: [{ id: 1, name: "Tea", quantity: 1, total: "19.99" }],
  payment: { method: "payment_sessions", methodTitle: "Bank transfer", needsPayment: true },
};

function fileWith(content: unknown): string {
  const file = join(mkdtempSync(join(tmpdir(), "order-")), "order.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

test("C30: an order is stored, listed, and replaced by one with the same key", async () => {
  const { json, call } = commandLineOn(await freshDatabase());
  const { document } = await json("store", "create", "--name", "Tea");
  const { merchantId } = document as { merchantId: string };
  expect(await json("order", "put", merchantId, fileWith(order))).toMatchObject({
    exitCode: 0,
    document: { merchantId, orderKey: order.orderKey },
  });
  await json("order", "put", merchantId, fileWith({ ...order, status: "processing" }));
  await json("order", "put", merchantId, fileWith({ ...order, orderKey: "wc_order_zzzzzzzzzz" }));
  expect((await json("order", "list", merchantId, "--limit", "1")).document).toEqual([
    { ...order, status: "processing" },
  ]);
  const rest = await call("order", "list", merchantId, "--after", order.orderKey);
  expect(rest.out).toMatch(/wc_order_zzzzzzzzzz +1001 +pending +€ 19\.99 +unpaid/);
  expect(rest.out).not.toContain(order.orderKey);
});

test("C30: an order is refused when its total is not decimal text, its store is unknown, or it is not JSON", async () => {
  const { json, call } = commandLineOn(await freshDatabase());
  const { document } = await json("store", "create", "--name", "Tea");
  const { merchantId } = document as { merchantId: string };
  const refused = await call("order", "put", merchantId, fileWith({ ...order, total: 19.99 }));
  expect([refused.exitCode, refused.error]).toEqual([1, expect.stringContaining("total: must be decimal text")]);
  expect((await call("order", "put", "mrc_none", fileWith(order))).exitCode).toBe(1);
  expect((await call("order", "list", "mrc_none")).exitCode).toBe(1);
  expect(await call("order", "put", merchantId, fileWith("{"))).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("--file must name a file with JSON"),
  });
});

test("a file that begins with a byte order mark is JSON", async () => {
  const { json } = commandLineOn(await freshDatabase());
  const { document } = await json("store", "create", "--name", "Tea", "--merchant-id", "tea");
  const { merchantId } = document as { merchantId: string };
  expect(await json("order", "put", merchantId, fileWith(`\uFEFF${JSON.stringify(order)}`))).toMatchObject({
    exitCode: 0,
  });
});

test("an order is read from standard input however slowly it is written, and the error names it", async () => {
  const database = await freshDatabase();
  const { json } = commandLineOn(database);
  await json("store", "create", "--name", "Tea", "--merchant-id", "tea");
  const put = async (...parts: string[]) => {
    const child = spawn(process.execPath, [program, "order", "put", "tea", "-"], {
      env: { PATH: process.env.PATH, PAYMENT_SESSIONS_DATABASE: database },
    });
    let error = "";
    child.stderr.on("data", (text) => {
      error += text;
    });
    for (const part of parts) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      child.stdin.write(part);
    }
    child.stdin.end();
    return { exitCode: await new Promise((resolve) => child.once("exit", resolve)), error };
  };
  const text = JSON.stringify(order);
  expect(await put(text.slice(0, 20), text.slice(20))).toEqual({ exitCode: 0, error: "" });
  expect((await json("order", "list", "tea")).document).toEqual([order]);
  expect(await put("{")).toMatchObject({ exitCode: 2, error: expect.stringContaining("Standard input must be JSON") });
});
