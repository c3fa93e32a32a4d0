// Decisions of a person on entries that matched no payment, on SQLite and in memory.
import { afterEach, describe, expect, test } from "vitest";
import { camt, type SketchedEntry } from "./camt-file.js";
import { openStatementFixture, type StatementFixture, storages } from "./statement-fixture.js";

const by = { actor: "ben@shop.example.com" };

describe.each(Object.entries(storages))("on %s", (_, open) => {
  let fixture: StatementFixture | undefined;
  afterEach(async () => {
    await fixture?.service.stop();
    fixture = undefined;
  });

  /** A store and one unmatched entry. */
  const withEntry = async (entry: SketchedEntry = { text: "Danke" }) => {
    const storage = open();
    fixture = await openStatementFixture(storage);
    const { service, merchantId } = fixture;
    await service.statements.import({ merchantId, content: camt(entry), actor: "ana" });
    const [unmatched] = await service.statements.unmatched(merchantId);
    return { ...fixture, storage, entryId: unmatched?.entryId ?? "none" };
  };

  test("an entry that is assigned settles its payment and leaves the list", async () => {
    const { service, merchantId, pay, stateOf, entryId } = await withEntry();
    const { paymentId } = await pay({ orderId: "1" });
    await service.statements.assign(entryId, paymentId, by);
    expect(await stateOf(paymentId)).toBe("settled");
    expect(await service.statements.unmatched(merchantId)).toEqual([]);
    const [entry] = await service.statements.entries({ merchantId, states: ["assigned"] });
    expect(entry).toMatchObject({
      handledBy: by.actor,
      assignments: [{ paymentId, amountCents: 1999, actor: by.actor }],
    });
    const payment = await service.payments.get(paymentId);
    expect(payment?.history.at(-1)).toMatchObject({ to: "settled", actor: by.actor });
  });

  test("reason and actor are stored trimmed, and an entry that needs no decision is named", async () => {
    const { service, merchantId, pay, entryId } = await withEntry();
    await service.statements.putAside(entryId, { actor: " ben ", reason: " rent\n" });
    const [aside] = await service.statements.entries({ merchantId, states: ["put_aside"] });
    expect(aside).toMatchObject({ handledBy: "ben", reason: "rent" });
    const { paymentId } = await pay({ orderId: "1" });
    await service.payments.cancel(paymentId, { actor: " ben ", reason: " sold out " });
    expect((await service.payments.get(paymentId))?.history.at(-1)).toMatchObject({ actor: "ben", reason: "sold out" });
    expect(await service.audit.list({ actor: "ben" })).toMatchObject([
      { action: "payment.merchant.cancelled", detail: { reason: "sold out" } },
      { action: "statement.entry_put_aside", detail: { entryId } },
    ]);
    await service.statements.import({ merchantId, content: camt({ text: "fee", debit: true }), actor: "ana" });
    const [debit] = await service.statements.entries({ merchantId, states: ["not_counted"] });
    await expect(service.statements.assign(debit?.entryId ?? "", paymentId, by)).rejects.toThrow(
      "is not incoming money: there is nothing to decide",
    );
  });

  test("the reason for putting an entry aside is stored with the entry only, where the erasure reaches it", async () => {
    const { service, storage, entryId, clock } = await withEntry();
    await service.statements.putAside(entryId, { ...by, reason: "private loan of Erika Mustermann" });
    const [row] = await service.audit.list({ action: "statement.entry_put_aside" });
    expect(row?.detail).toEqual({ entryId });
    await storage.write((records) => records.privacy.eraseEntries(clock.at + 1, 10));
    const entry = await storage.read((records) => records.statements.findEntryOfAnyStore(entryId));
    expect(entry).toMatchObject({ state: "put_aside", reason: undefined });
  });

  test("an entry is decided once, however many decide it at once", async () => {
    const { service, pay, entryId } = await withEntry();
    const payments = [await pay({ orderId: "1" }), await pay({ orderId: "2" }), await pay({ orderId: "3" })];
    const results = await Promise.allSettled([
      ...payments.map(({ paymentId }) => service.statements.assign(entryId, paymentId, by)),
      service.statements.putAside(entryId, { ...by, reason: "rent" }),
    ]);
    // Whoever puts it aside may have been first: an entry put aside can still be assigned, and the other way round it cannot.
    expect(results.slice(0, 3).filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const states = await Promise.all(
      payments.map(async ({ paymentId }) => (await service.payments.get(paymentId))?.state),
    );
    expect(states.filter((state) => state === "settled").length).toBeLessThanOrEqual(1);
    await expect(service.statements.putAside(entryId, { ...by, reason: "rent" })).rejects.toThrow("already");
  });

  test("one transfer for several payments is split, each part settles its own", async () => {
    const { service, merchantId, pay, stateOf, entryId } = await withEntry({ text: "both", cents: 3000 });
    const one = await pay({ orderId: "1", amountCents: 1000 });
    const two = await pay({ orderId: "2", amountCents: 2000 });
    const parts = [
      { paymentId: one.paymentId, amountCents: 1000 },
      { paymentId: two.paymentId, amountCents: 2000 },
    ];
    await service.statements.split(entryId, parts, by);
    expect(await stateOf(one.paymentId)).toBe("settled");
    expect(await stateOf(two.paymentId)).toBe("settled");
    const [entry] = await service.statements.entries({ merchantId });
    expect(entry?.assignments.map(({ paymentId, amountCents }) => ({ paymentId, amountCents }))).toEqual(parts);
  });

  test("parts that do not add up, name a payment twice, or are not amounts, change nothing", async () => {
    const { service, merchantId, pay, stateOf, entryId } = await withEntry({ text: "both", cents: 3000 });
    const { paymentId } = await pay({ orderId: "1", amountCents: 1000 });
    const other = await pay({ orderId: "2", amountCents: 2000 });
    for (const [parts, words] of [
      [[{ paymentId, amountCents: 1000 }], "add up to the entry's 3000 EUR; they add up to 1000"],
      [
        [
          { paymentId, amountCents: 1000 },
          { paymentId, amountCents: 2000 },
        ],
        "each payment once",
      ],
      [
        [
          { paymentId, amountCents: 3500 },
          { paymentId: other.paymentId, amountCents: -500 },
        ],
        "above 0",
      ],
      [[], "1 to 50 parts"],
    ] as const) {
      await expect(service.statements.split(entryId, parts, by)).rejects.toThrow(words);
    }
    const otherStoresParts = [
      { paymentId, amountCents: 1000 },
      { paymentId: "pay_nobody", amountCents: 2000 },
    ];
    await expect(service.statements.split(entryId, otherStoresParts, by)).rejects.toThrow("not found");
    expect(await stateOf(paymentId)).toBe("created");
    expect(await service.statements.unmatched(merchantId)).toHaveLength(1);
  });

  test("an entry that was put aside leaves the list, keeps the reason, and can still be assigned", async () => {
    const { service, merchantId, pay, stateOf, entryId } = await withEntry();
    await expect(service.statements.putAside(entryId, { ...by, reason: " " })).rejects.toThrow("reason");
    await service.statements.putAside(entryId, { ...by, reason: "rent of the office" });
    expect(await service.statements.unmatched(merchantId)).toEqual([]);
    const { paymentId } = await pay({ orderId: "1" });
    await service.statements.assign(entryId, paymentId, by);
    expect(await stateOf(paymentId)).toBe("settled");
  });

  test("an entry can be assigned to live payments of its own store only", async () => {
    const { service, merchantId, pay, entryId } = await withEntry();
    const played = await pay({ orderId: "1", environment: "test" });
    await expect(service.statements.assign(entryId, played.paymentId, by)).rejects.toThrow("test payment");
    const other = await service.stores.create({ name: "Other", kyc: "approved", verification: "approved" });
    const live = await pay({ orderId: "2" });
    await expect(
      service.statements.assign(entryId, live.paymentId, { ...by, merchantId: other.merchantId }),
    ).rejects.toThrow("no such statement entry");
    await service.statements.import({ merchantId: other.merchantId, content: camt({ text: "x" }), actor: "ana" });
    const [foreign] = await service.statements.unmatched(other.merchantId);
    await expect(service.statements.assign(foreign?.entryId ?? "", live.paymentId, by)).rejects.toThrow("not found");
    expect(await service.statements.unmatched(merchantId)).toHaveLength(1);
  });

  test("the buyer's account and name, the order's number and the amount give suggestions and settle nothing", async () => {
    const { service, merchantId, pay, stateOf, clock } = await withEntry();
    clock.at += 1000;
    const named = await pay({ orderId: "A-77", amountCents: 500, customerName: "Mustermann, Erika" });
    const ordered = await pay({ orderId: "B-4711", amountCents: 700 });
    const plain = await pay({ orderId: "C-1", amountCents: 500 });
    await service.statements.import({
      merchantId,
      content: camt({ cents: 500, text: "Bestellung B-4711 von Erika", reference: "B9" }),
      actor: "ana",
    });
    const [entry] = await service.statements.unmatched(merchantId);
    expect(entry?.suggestions.map(({ paymentId, reasons }) => [paymentId, reasons])).toEqual([
      [ordered.paymentId, ["order"]],
      [named.paymentId, ["amount", "name"]],
      [plain.paymentId, ["amount"]],
    ]);
    for (const { paymentId } of [named, ordered, plain]) expect(await stateOf(paymentId)).toBe("created");
  });
});

test("column maps are stored per store and used to read CSV", async () => {
  const { service, merchantId, pay, stateOf } = await openStatementFixture();
  const { paymentId, remittanceInfo } = await pay({ orderId: "1" });
  const content = `Datum;Betrag;Zweck\n05.03.2025;19,99;${remittanceInfo}\n`;
  const load = () => service.statements.import({ merchantId, content, actor: "ana" });
  await expect(load()).rejects.toThrow("define the store's column map first");
  const map = { columns: { bookedOn: "Datum", amount: "Betrag", remittance: "Zweck" }, currency: "EUR" };
  await service.statements.setColumnMap(merchantId, map, by);
  expect(await service.statements.columnMap(merchantId)).toEqual(map);
  expect(await load()).toMatchObject({ format: "csv", matched: 1 });
  expect(await stateOf(paymentId)).toBe("settled");
  await expect(service.statements.setColumnMap("nobody", map, by)).rejects.toMatchObject({ code: "STORE_NOT_FOUND" });
  await service.stop();
});

test("counterparties are sealed at rest and re-encrypted with the other secrets", async () => {
  const { service, merchantId } = await openStatementFixture();
  await service.statements.import({ merchantId, content: camt({ text: "Danke" }), actor: "ana" });
  await service.reseal();
  const [entry] = await service.statements.unmatched(merchantId);
  expect(entry).toMatchObject({ counterpartyName: "Erika Mustermann", counterpartyIban: "DE02120300000000202051" });
  await service.stop();
});
