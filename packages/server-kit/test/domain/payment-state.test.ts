// What callers see of a state: the table of the decisions on the transaction model, row by row.
import { expect, test } from "vitest";
import {
  absorbingStates,
  flowStatusOf,
  idleStates,
  isAbsorbing,
  isIdle,
  openStates,
  paymentStates,
  statusOf,
} from "../../src/domain/payment-state.js";

const table = [
  ["created", "pending", "pending"],
  ["opened", "pending", "pending"],
  ["qr_shown", "pending", "scanning"],
  ["transfer_instructed", "pending", "transferring"],
  ["at_provider", "processing", "transferring"],
  ["submitted", "processing", "confirming"],
  ["unresolved", "processing", "confirming"],
  ["settled", "completed", "completed"],
  ["declined", "failed", "failed"],
  ["cancelled", "cancelled", "failed"],
  ["expired", "expired", "failed"],
] as const;

test.each(table)("%s is shown as %s in webhooks and as %s on the status endpoint", (state, status, flowStatus) => {
  expect(statusOf(state, "completed")).toBe(status);
  expect(flowStatusOf(state)).toBe(flowStatus);
});

test("a store with success status paid uses that word for success only", () => {
  for (const [state, status] of table) expect(statusOf(state, "paid")).toBe(status === "completed" ? "paid" : status);
});

test("there are no other states", () => {
  expect([...paymentStates].sort()).toEqual(table.map(([state]) => state).sort());
});

test("the pending states are the idle ones, which have duplicate protection and expire", () => {
  for (const [state, status] of table) expect(isIdle(state)).toBe(status === "pending");
});

test("every state is open, absorbing or expired, and only one of them", () => {
  expect([...openStates, ...absorbingStates, "expired"].sort()).toEqual([...paymentStates].sort());
  expect(openStates).toEqual([...idleStates, "at_provider", "submitted", "unresolved"]);
  for (const state of paymentStates)
    expect(isAbsorbing(state)).toBe(["settled", "declined", "cancelled"].includes(state));
});
