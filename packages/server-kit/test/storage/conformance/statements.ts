// Conformance tests of bank statements: imports, their entries, and the payments that these were assigned to.
import { expect, test } from "vitest";
import type { EntryState, KeptEntry } from "../../../src/storage/port/statement-entry-records.js";
import type { Statement } from "../../../src/storage/port/statement-records.js";
import type { Harness } from "./harness.js";
import { barePayment, noon } from "./sample-records.js";

export function sampleStatement(changes: Partial<Statement> = {}): Statement {
  return {
    statementId: "sta_1",
    merchantId: "shop_1",
    format: "camt",
    fileName: "día.xml",
    actor: "ana@shop.example.com",
    createdAt: noon,
    finishedAt: noon + 1,
    entries: 1,
    matched: 2,
    unmatched: 3,
    duplicates: 4,
    notCounted: 5,
    announced: 6,
    ...changes,
  };
}

export function sampleEntry(changes: Partial<KeptEntry> = {}): KeptEntry {
  return {
    entryId: "ent_1",
    statementId: "sta_1",
    merchantId: "shop_1",
    position: 1,
    fingerprint: "print",
    occurrence: 1,
    state: "unmatched",
    account: "DE89370400440532013000",
    currency: "EUR",
    amountCents: 1999,
    direction: "credit",
    isReversal: false,
    isReturn: true,
    returnReason: "AC04",
    bookedOn: "2026-11-27",
    valueOn: "2026-11-28",
    bankReference: "B1",
    entryReference: "N1",
    endToEndId: "E1",
    structuredReference: "RF18539007547034",
    remittanceLines: ["Müller's", "PS-1"],
    batchKind: "detail",
    batchTotalCents: 5000,
    sealedCounterparty: "v1.a.b.c.d",
    reason: "no payment of ours",
    handledBy: "ana@shop.example.com",
    handledAt: noon,
    createdAt: noon,
    ...changes,
  };
}

const bareEntry = (changes: Partial<KeptEntry>) =>
  sampleEntry({
    returnReason: undefined,
    bookedOn: undefined,
    valueOn: undefined,
    bankReference: undefined,
    entryReference: undefined,
    endToEndId: undefined,
    structuredReference: undefined,
    remittanceLines: [],
    batchKind: undefined,
    batchTotalCents: undefined,
    sealedCounterparty: undefined,
    reason: undefined,
    handledBy: undefined,
    handledAt: undefined,
    ...changes,
  });

export function testStatements(harness: Harness): void {
  testImports(harness);
  testEntries(harness);
  testAssignments(harness);
  testSealedCounterparties(harness);
}

function testImports({ withStore }: Harness): void {
  test("a statement is read as written, by its own store only", async () => {
    const { write, read } = await withStore();
    const bare = sampleStatement({ statementId: "sta_2", fileName: undefined, finishedAt: undefined });
    await write(async ({ statements }) => {
      await statements.insert(sampleStatement());
      await statements.insert(bare);
      await statements.insert(sampleStatement({ statementId: "sta_3", merchantId: "shop_2" }));
    });
    expect(await read(({ statements }) => statements.find("shop_1", "sta_1"))).toEqual(sampleStatement());
    expect(await read(({ statements }) => statements.find("shop_2", "sta_1"))).toBeUndefined();
    expect(await read(({ statements }) => statements.list({ merchantId: "shop_1", limit: 9 }))).toEqual([
      bare,
      sampleStatement(),
    ]);
    const page = { merchantId: "shop_1", limit: 1, before: "sta_2" };
    expect(await read(({ statements }) => statements.list(page))).toEqual([sampleStatement()]);
    await write(({ statements }) => statements.update({ ...bare, finishedAt: noon + 9, matched: 7 }));
    expect(await read(({ statements }) => statements.find("shop_1", "sta_2"))).toMatchObject({
      finishedAt: noon + 9,
      matched: 7,
    });
  });

  test("a store has one column map at most", async () => {
    const { write, read } = await withStore();
    const find = () => read(({ statements }) => statements.findColumnMap("shop_1"));
    expect(await find()).toBeUndefined();
    await write(({ statements }) => statements.putColumnMap("shop_1", { columns: { bookedOn: 1 } }, noon));
    await write(({ statements }) => statements.putColumnMap("shop_1", { columns: { bookedOn: "Día" } }, noon));
    expect(await find()).toEqual({ columns: { bookedOn: "Día" } });
  });
}

function testEntries({ withStore }: Harness): void {
  test("a booking is stored once per store; an equal one of the same file has the next occurrence", async () => {
    const { write, read } = await withStore();
    const insert = (changes: Partial<KeptEntry>) =>
      write(({ statements }) => statements.insertEntry(sampleEntry(changes)));
    expect(await insert({})).toBe(true);
    expect(await insert({ entryId: "ent_2", statementId: "sta_2" })).toBe(false);
    expect(await insert({ entryId: "ent_3", occurrence: 2 })).toBe(true);
    expect(await insert({ entryId: "ent_4", merchantId: "shop_2" })).toBe(true);
    expect(await read(({ statements }) => statements.findEntry("shop_1", "ent_1"))).toEqual(sampleEntry());
    expect(await read(({ statements }) => statements.findEntry("shop_2", "ent_1"))).toBeUndefined();
    expect(await read(({ statements }) => statements.findEntryOfAnyStore("ent_2"))).toBeUndefined();
    const booking = { merchantId: "shop_1", fingerprint: "print" };
    expect(await read(({ statements }) => statements.hasEntry({ ...booking, occurrence: 2 }))).toBe(true);
    expect(await read(({ statements }) => statements.hasEntry({ ...booking, occurrence: 3 }))).toBe(false);
  });

  test("an entry without optional fields is read without them", async () => {
    const { write, read } = await withStore();
    await write(({ statements }) => statements.insertEntry(bareEntry({})));
    expect(await read(({ statements }) => statements.findEntryOfAnyStore("ent_1"))).toEqual(bareEntry({}));
  });

  test("entries are listed by statement in the file's order, by store newest first, by state, page by page, and counted", async () => {
    const { write, read } = await withStore();
    const rows: [string, string, number, EntryState][] = [
      ["ent_5", "sta_1", 1, "matched"],
      ["ent_4", "sta_1", 2, "unmatched"],
      ["ent_6", "sta_1", 3, "unmatched"],
      ["ent_7", "sta_2", 1, "unmatched"],
    ];
    await write(async ({ statements }) => {
      for (const [entryId, statementId, position, state] of rows) {
        await statements.insertEntry(bareEntry({ entryId, statementId, position, state, fingerprint: entryId }));
      }
    });
    const ids = async (filter: Parameters<typeof list>[0]) => (await list(filter)).map(({ entryId }) => entryId);
    const list = (filter: { statementId?: string; states?: EntryState[]; after?: string; limit?: number }) =>
      read(({ statements }) => statements.listEntries({ merchantId: "shop_1", limit: 9, ...filter }));
    expect(await ids({ statementId: "sta_1" })).toEqual(["ent_5", "ent_4", "ent_6"]);
    expect(await ids({ statementId: "sta_1", after: "ent_4" })).toEqual(["ent_6"]);
    expect(await ids({ states: ["unmatched"] })).toEqual(["ent_7", "ent_6", "ent_4"]);
    expect(await ids({ states: ["unmatched", "matched"], after: "ent_6", limit: 1 })).toEqual(["ent_5"]);
    const counts = (filter: { merchantId: string; statementId?: string }) =>
      read(({ statements }) => statements.countEntries(filter));
    const none = { matched: 0, unmatched: 0, assigned: 0, put_aside: 0, not_counted: 0 };
    expect(await counts({ merchantId: "shop_1" })).toEqual({ ...none, matched: 1, unmatched: 3 });
    expect(await counts({ merchantId: "shop_1", statementId: "sta_2" })).toEqual({ ...none, unmatched: 1 });
    expect(await counts({ merchantId: "shop_2" })).toEqual(none);
  });

  test("an entry is changed only from the state that was seen", async () => {
    const { write, read } = await withStore();
    await write(({ statements }) => statements.insertEntry(bareEntry({})));
    const aside = bareEntry({ state: "put_aside", reason: "rent", handledBy: "ana", handledAt: noon });
    expect(await write(({ statements }) => statements.updateEntry(aside, "unmatched"))).toBe(true);
    expect(await write(({ statements }) => statements.updateEntry(bareEntry({ state: "assigned" }), "unmatched"))).toBe(
      false,
    );
    expect(await read(({ statements }) => statements.findEntryOfAnyStore("ent_1"))).toEqual(aside);
  });
}

function testAssignments({ withStore }: Harness): void {
  test("O25: the reason of a decision is erased also where a bank entry has no other personal data", async () => {
    const { write, read } = await withStore();
    const ids = ["ent_1", "ent_2", "ent_3"];
    await write(async (records) => {
      for (const [position, entryId] of ids.entries()) {
        const entry = { entryId, position, fingerprint: entryId, state: "put_aside", reason: "rent of Ann" } as const;
        await records.statements.insertEntry(bareEntry(entry));
      }
    });
    const erase = () => write((records) => records.privacy.eraseEntries(noon + 1, 2));
    expect([await erase(), await erase(), await erase()]).toEqual([2, 1, 0]);
    const reasons = await read(({ statements }) =>
      Promise.all(ids.map(async (entryId) => (await statements.findEntryOfAnyStore(entryId))?.reason)),
    );
    expect(reasons).toEqual([undefined, undefined, undefined]);
  });

  test("assignments are returned in the order in which they were made, for the given entries", async () => {
    const { write, read } = await withStore();
    const made = (entryId: string, amountCents: number) => ({
      entryId,
      paymentId: "pay_bare",
      amountCents,
      actor: "ana",
      at: noon,
    });
    await write(async ({ payments, statements }) => {
      await payments.insert(barePayment());
      for (const entryId of ["ent_1", "ent_2"])
        await statements.insertEntry(bareEntry({ entryId, fingerprint: entryId }));
      for (const [entryId, amount] of [
        ["ent_2", 3],
        ["ent_1", 2],
        ["ent_2", 1],
      ] as const) {
        await statements.insertAssignment(made(entryId, amount));
      }
    });
    const list = (...ids: string[]) => read(({ statements }) => statements.listAssignments(ids));
    expect(await list("ent_2")).toEqual([made("ent_2", 3), made("ent_2", 1)]);
    expect(await list("ent_1", "ent_2")).toHaveLength(3);
    expect(await list()).toEqual([]);
  });

  test("returned money of a payment is its assigned debits, oldest first, on the day of the booking", async () => {
    const { write, read } = await withStore();
    await write(async ({ payments, statements }) => {
      await payments.insert(barePayment());
      for (const [entryId, direction, bookedOn] of [
        ["ent_1", "credit", "2026-11-26"],
        ["ent_3", "debit", "2026-11-27"],
        ["ent_2", "debit", undefined],
      ] as const) {
        const entry = bareEntry({
          entryId,
          direction,
          bookedOn,
          currency: "SEK",
          fingerprint: entryId,
          state: "matched",
        });
        await statements.insertEntry(entry);
        const made = { paymentId: "pay_bare", amountCents: 1500, actor: "ana", at: noon };
        await statements.insertAssignment({ entryId, ...made });
      }
    });
    const returned = { amountCents: 1500, currency: "SEK" };
    expect(await read(({ statements }) => statements.listReturned("pay_bare"))).toEqual([
      { ...returned, statementEntryId: "ent_3", returnedAt: Date.UTC(2026, 10, 27) },
      { ...returned, statementEntryId: "ent_2", returnedAt: noon },
    ]);
    expect(await read(({ statements }) => statements.listReturned("pay_other"))).toEqual([]);
  });

  test("reversals that were not counted are listed by store, currency and amount, newest first", async () => {
    const { write, read } = await withStore();
    const reversal = {
      direction: "credit",
      isReversal: true,
      state: "not_counted",
      currency: "SEK",
      amountCents: 5,
    } as const;
    const others = [
      { amountCents: 6 },
      { currency: "EUR" },
      { direction: "debit" },
      { isReversal: false },
      { state: "unmatched" },
    ] as const;
    await write(async ({ statements }) => {
      for (const [index, other] of [{}, {}, {}, ...others].entries())
        await statements.insertEntry(
          bareEntry({ entryId: `ent_${index}`, fingerprint: `${index}`, ...reversal, ...other }),
        );
    });
    const { merchantId } = bareEntry({ entryId: "ent_1", fingerprint: "1" });
    const list = (of: { merchantId: string; limit: number }) =>
      read(({ statements }) => statements.listUncountedReversals({ ...of, currency: "SEK", amountCents: 5 }));
    expect((await list({ merchantId, limit: 2 })).map(({ entryId }) => entryId)).toEqual(["ent_2", "ent_1"]);
    expect(await list({ merchantId, limit: 9 })).toHaveLength(3);
    expect(await list({ merchantId: "mer_other", limit: 9 })).toEqual([]);
  });
}

function testSealedCounterparties({ withStore }: Harness): void {
  test("sealed counterparties are listed by entry id and replaced", async () => {
    const { write, read } = await withStore();
    await write(async ({ statements }) => {
      for (const entryId of ["ent_2", "ent_1"])
        await statements.insertEntry(sampleEntry({ entryId, fingerprint: entryId }));
      await statements.insertEntry(bareEntry({ entryId: "ent_3", fingerprint: "3" }));
      await statements.updateSealedCounterparty("ent_2", "v1.new");
    });
    expect(await read(({ statements }) => statements.listSealedEntries({ after: "", limit: 9 }))).toEqual([
      { entryId: "ent_1", sealedCounterparty: "v1.a.b.c.d" },
      { entryId: "ent_2", sealedCounterparty: "v1.new" },
    ]);
    expect(await read(({ statements }) => statements.listSealedEntries({ after: "ent_1", limit: 1 }))).toHaveLength(1);
  });

  test("O5: the key ids that sealed counterparties name are listed once each", async () => {
    const { write, read } = await withStore();
    await write(async ({ statements }) => {
      for (const entryId of ["ent_1", "ent_2", "ent_3"]) {
        await statements.insertEntry(sampleEntry({ entryId, fingerprint: entryId }));
        await statements.updateSealedCounterparty(entryId, entryId === "ent_1" ? "v1.aaaaaaaa.x" : "v1.bbbbbbbb.y");
      }
      await statements.insertEntry(bareEntry({ entryId: "ent_4", fingerprint: "4" }));
    });
    const listed = await read(({ statements }) => statements.listSealingKeyIds());
    expect(listed.sort()).toEqual(["aaaaaaaa", "bbbbbbbb"]);
  });
}
