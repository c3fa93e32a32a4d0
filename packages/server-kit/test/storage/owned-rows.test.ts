// Tests that a store created with the id of a deleted one starts empty: every table with a store's id must be
// moved with the deleted store.
import { afterEach, expect, test } from "vitest";
import { ownedByPayment, ownedByStore } from "../../src/storage/owned-rows.js";
import { columnsOf } from "./schema-columns.js";

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

test.each(["SQLite", "PostgreSQL"] as const)(
  "O8: every table of %s with a store's id is moved with the store",
  async (kind) => {
    const { columns, remove } = await columnsOf(kind);
    cleanUps.push(remove);
    const withStore = Object.entries(columns).filter(([, names]) => names.includes("merchant_id"));
    // The turns of instances to claim a store's deliveries are not data of the store.
    const turns = kind === "PostgreSQL" ? ["endpoint_turns"] : [];
    const moved = ["stores", "payments", ...turns, ...ownedByPayment, ...ownedByStore.map(({ table }) => table)];
    expect(moved.toSorted()).toEqual(withStore.map(([table]) => table).toSorted());
  },
);
