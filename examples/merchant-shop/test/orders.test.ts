// The file of orders after a crash in the middle of a line.
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Order, openOrders } from "../src/orders.js";

const order = (orderId: string, status = "new"): Order => ({
  orderId,
  product: "Zoë's tea",
  amountCents: 1999,
  currency: "EUR",
  paymentIds: [],
  status,
  statusAt: "",
});

test("a line that a crash cut off is dropped, and the orders before and after it are found", () => {
  const folder = mkdtempSync(join(tmpdir(), "merchant-shop-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "orders.jsonl");
  const first = openOrders(file);
  first.put(order("1"));
  first.put(order("1", "completed"));
  first.close();
  appendFileSync(file, '{"orderId":"2","product":"Zo');
  const second = openOrders(file);
  expect(second.find("1")).toEqual(order("1", "completed"));
  expect(second.find("2")).toBeUndefined();
  second.put(order("3"));
  second.close();
  const third = openOrders(file);
  expect(["1", "2", "3"].map((orderId) => third.find(orderId)?.status)).toEqual(["completed", undefined, "new"]);
  third.close();
  expect(readFileSync(file, "utf8").trimEnd().split("\n")).toHaveLength(3);
});
