// A store that is created under the id of a deleted one starts afresh: no table with a store's id may be forgotten when the old one moves.
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
    // Whose turn it is to claim a store's deliveries is about instances.
    const turns = kind === "PostgreSQL" ? ["endpoint_turns"] : [];
    const moved = ["stores", "payments", ...turns, ...ownedByPayment, ...ownedByStore.map(({ table }) => table)];
    expect(moved.toSorted()).toEqual(withStore.map(([table]) => table).toSorted());
  },
);
