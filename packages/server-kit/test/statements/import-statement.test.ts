// Statements settle transfers: what an import writes, on SQLite and in memory.
import { createHash } from "node:crypto";
import { strToU8, zipSync } from "fflate";
import { afterEach, describe, expect, test } from "vitest";
import type { Storage } from "../../src/storage/port.js";
import { sampleEntry } from "../storage/conformance/statements.js";
import { camt, statementIban } from "./camt-file.js";
import { openStatementFixture, type StatementFixture, storages } from "./statement-fixture.js";

describe.each(Object.entries(storages))("on %s", (_, open) => {
  let fixture: StatementFixture | undefined;
  afterEach(async () => {
    await fixture?.service.stop();
    fixture = undefined;
  });
  const fresh = async () => {
    fixture = await openStatementFixture(open());
    const { service, merchantId } = fixture;
    const load = (content: string, more: object = {}) =>
      service.statements.import({ merchantId, content, actor: "ana@shop.example.com", ...more });
    return { ...fixture, load };
  };

  test("a booked credit with the payment's reference settles it; one without waits for a person", async () => {
    const { service, merchantId, pay, load, stateOf } = await fresh();
    const paid = await pay({ orderId: "1" });
    const open_ = await pay({ orderId: "2" });
    const result = await load(
      camt(
        { text: `Danke ${paid.remittanceInfo.toLowerCase()}`, reference: "B1" },
        { text: "Rechnung", reference: "B2" },
      ),
      { fileName: "2025-03-05.xml" },
    );
    expect(result).toMatchObject({
      format: "camt",
      entries: 2,
      matched: 1,
      unmatched: 1,
      duplicates: 0,
      dryRun: false,
    });
    expect(await stateOf(paid.paymentId)).toBe("settled");
    expect(await stateOf(open_.paymentId)).toBe("created");
    const [unmatched, ...more] = await service.statements.unmatched(merchantId);
    expect(more).toEqual([]);
    expect(unmatched).toMatchObject({
      amountCents: 1999,
      counterpartyName: "Erika Mustermann",
      counterpartyIban: "DE02120300000000202051",
      remittanceLines: ["Rechnung"],
      suggestions: [{ paymentId: open_.paymentId, reasons: ["amount"] }],
    });
    const [statement] = await service.statements.list(merchantId);
    expect(statement).toMatchObject({
      statementId: result.statementId,
      fileName: "2025-03-05.xml",
      matched: 1,
      unmatched: 1,
    });
    expect(statement?.finishedAt).toBeDefined();
    const entries = await service.statements.entries({ merchantId, statementId: result.statementId });
    expect(entries.map(({ state, assignments }) => [state, assignments.map(({ paymentId }) => paymentId)])).toEqual([
      ["matched", [paid.paymentId]],
      ["unmatched", []],
    ]);
  });

  test("the same file, and an overlapping one of the next day, count no booking twice", async () => {
    const { pay, load, alertsOf } = await fresh();
    const one = await pay({ orderId: "1" });
    const two = await pay({ orderId: "2" });
    const first = { text: one.remittanceInfo, reference: "B1" };
    const second = { text: two.remittanceInfo, reference: "B2", day: "2025-03-06" };
    expect(await load(camt(first))).toMatchObject({ matched: 1, duplicates: 0 });
    expect(await load(camt(first))).toMatchObject({ matched: 0, duplicates: 1 });
    expect(await load(camt(first, second))).toMatchObject({ matched: 1, duplicates: 1 });
    expect(await alertsOf(one.paymentId)).toEqual([]);
    expect(await alertsOf(two.paymentId)).toEqual([]);
  });

  test("the same entry in two overlapping files of one ZIP is booked once, also in a dry run", async () => {
    const { service, merchantId, pay, alertsOf } = await fresh();
    const first = await pay({ orderId: "1" });
    const second = await pay({ orderId: "2" });
    const both = { text: first.remittanceInfo };
    const content = zipSync({
      "day-1.xml": strToU8(camt(both)),
      "day-2.xml": strToU8(camt(both, { text: second.remittanceInfo, reference: "B2", day: "2025-03-06" })),
    });
    for (const dryRun of [true, false]) {
      expect(await service.statements.import({ merchantId, content, actor: "operator:cron", dryRun })).toMatchObject({
        entries: 3,
        matched: 2,
        duplicates: 1,
      });
    }
    expect([await alertsOf(first.paymentId), await alertsOf(second.paymentId)]).toEqual([[], []]);
  });

  test("M12: the currency eur in a statement is EUR", async () => {
    const { pay, load, stateOf } = await fresh();
    for (const [index, written] of ["eur", " EUR "].entries()) {
      const paid = await pay({ orderId: `${index}` });
      const content = camt({ text: paid.remittanceInfo }).replaceAll(/(?<=Ccy="|<Ccy>)EUR/g, written);
      expect(await load(content)).toMatchObject({ matched: 1 });
      expect(await stateOf(paid.paymentId)).toBe("settled");
    }
  });

  test("two equal entries of one file are both stored, and both recognised when the file is imported again", async () => {
    const { service, merchantId, load } = await fresh();
    const twice = camt({ text: "Spende" }, { text: "Spende" });
    expect(await load(camt({ text: "Spende" }))).toMatchObject({ unmatched: 1, duplicates: 0 });
    expect(await load(twice)).toMatchObject({ unmatched: 1, duplicates: 1 });
    expect(await load(twice)).toMatchObject({ unmatched: 0, duplicates: 2 });
    expect(await service.statements.unmatched(merchantId)).toHaveLength(2);
  });

  test("a booking with a creditor reference counts once, whichever formats report it", async () => {
    const reference = "RF18539007547034";
    const mt940 = `:20:S\r\n:25:${statementIban}\r\n:28C:1/1\r\n:60F:C250304EUR0,00\r\n:61:2503050305C19,99NTRFNONREF//B1\r\n:86:166?00GUTSCHRIFT?20SVWZ+RF18 5390 0754?217034?31DE02120300000000202051\r\n:62F:C250305EUR19,99\r\n-\r\n`;
    const free = camt({ text: "RF18 5390 0754 7034", reference: "B1" });
    const structured = camt({ text: reference, reference: "B1" }).replace(
      /<Ustrd>(.*?)<\/Ustrd>/,
      "<Strd><CdtrRefInf><Ref>$1</Ref></CdtrRefInf></Strd>",
    );
    const { service, merchantId, pay, load, stateOf, alertsOf } = await fresh();
    const half = await pay({ orderId: "1", remittanceInfo: reference, amountCents: 3998 });
    expect(await load(mt940)).toMatchObject({ matched: 1, duplicates: 0 });
    for (const content of [free, structured, mt940]) {
      expect(await load(content)).toMatchObject({ matched: 0, duplicates: 1 });
    }
    expect(await stateOf(half.paymentId)).toBe("submitted");
    expect(await alertsOf(half.paymentId)).toEqual(["under_paid"]);
    expect(await service.statements.unmatched(merchantId)).toEqual([]);
  });

  test("a creditor reference is the same booking's in any order of the text, and two such bookings of one file are two", async () => {
    const { service, merchantId, load } = await fresh();
    const mt940 = (...texts: string[]) =>
      `:20:S\r\n:25:${statementIban}\r\n:28C:1/1\r\n:60F:C250304EUR0,00\r\n${texts.map((text) => `:61:2503050305C19,99NTRFNONREF//B1\r\n:86:166?00GUTSCHRIFT?20SVWZ+${text}\r\n`).join("")}:62F:C250305EUR19,99\r\n-\r\n`;
    const beside = camt({ text: "Danke", reference: "B1" }).replace(
      "<RmtInf>",
      "<RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd>",
    );
    const before = "RF18 5390 0754 7034 DANKE";
    const after = "DANKE RF18 5390 0754 7034";
    expect(await load(beside)).toMatchObject({ unmatched: 1, duplicates: 0 });
    for (const content of [mt940(before), mt940(after), camt({ text: before, reference: "B1" })]) {
      expect(await load(content)).toMatchObject({ unmatched: 0, duplicates: 1 });
    }
    expect(await load(mt940(before, after))).toMatchObject({ unmatched: 1, duplicates: 1 });
    for (const content of [mt940(before, after), mt940(after, before), beside]) {
      expect(await load(content)).toMatchObject({ unmatched: 0 });
    }
    expect(await service.statements.unmatched(merchantId)).toHaveLength(2);
  });

  test.each([
    ["CAMT, beside the text", "RF18539007547034", "DANKE"],
    ["MT940, within the text", "RF18539007547034", "RF18539007547034DANKE"],
    ["MT940, run into the words after it", "RF18539007547034DANKE", "RF18539007547034DANKE"],
  ])(
    "a creditor reference that an earlier version read from %s is recognised in each format",
    async (_case, structured, text) => {
      const storage = open();
      fixture = await openStatementFixture(storage);
      const { service, merchantId } = fixture;
      const importOf = (content: string) => service.statements.import({ merchantId, content, actor: "operator:cron" });
      const { statementId = "" } = await importOf(camt());
      // How that version identified a booking.
      const content = [
        statementIban,
        "EUR",
        1999,
        "credit",
        false,
        "B1",
        "2025-03-05",
        "",
        "",
        structured,
        text,
        "",
        "",
      ];
      const fingerprint = createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 32);
      await storage.write(({ statements }) =>
        statements.insertEntry({ ...sampleEntry(), merchantId, statementId, fingerprint, occurrence: 1 }),
      );
      const words = "RF18 5390 0754 7034 DANKE";
      const mt940 = `:20:S\r\n:25:${statementIban}\r\n:28C:1/1\r\n:60F:C250304EUR0,00\r\n:61:2503050305C19,99NTRFNONREF//B1\r\n:86:166?00GUTSCHRIFT?20SVWZ+${words}\r\n:62F:C250305EUR19,99\r\n-\r\n`;
      const beside = camt({ text: "DANKE", reference: "B1" }).replace(
        "<RmtInf>",
        "<RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd>",
      );
      for (const file of [mt940, beside, camt({ text: words, reference: "B1" })]) {
        expect(await importOf(file)).toMatchObject({ duplicates: 1, unmatched: 0 });
      }
    },
  );

  test("a booking with a creditor reference that an earlier version imported is recognised", async () => {
    const storage = open();
    fixture = await openStatementFixture(storage);
    const { service, merchantId } = fixture;
    const structured = { text: "RF18539007547034", reference: "B1" };
    const content = camt(structured, structured).replaceAll(
      /<Ustrd>(.*?)<\/Ustrd>/g,
      "<Strd><CdtrRefInf><Ref>$1</Ref></CdtrRefInf></Strd>",
    );
    const statement = await service.statements.import({ merchantId, content: camt(), actor: "operator:cron" });
    // The fingerprint of that version.
    const fingerprint = "zS7mvWYneEVRhhYRek4abBkv0wCqmcF-";
    const { statementId = "" } = statement;
    await storage.write(({ statements }) =>
      statements.insertEntry({ ...sampleEntry(), merchantId, statementId, fingerprint, occurrence: 1 }),
    );
    for (const dryRun of [true, false]) {
      const result = await service.statements.import({ merchantId, content, actor: "operator:cron", dryRun });
      expect(result).toMatchObject({ duplicates: 1, unmatched: 1 });
    }
    const again = await service.statements.import({ merchantId, content, actor: "operator:cron" });
    expect(again).toMatchObject({ duplicates: 2, unmatched: 0 });
  });

  test("announced entries are skipped, debits are stored and not matched", async () => {
    const { service, merchantId, pay, load, stateOf } = await fresh();
    const payment = await pay({ orderId: "1" });
    const text = payment.remittanceInfo;
    const result = await load(
      camt(
        { text, status: "PDNG" },
        { text, debit: true },
        { text, reversal: true },
        { text, returned: "AC04" },
        { text, cents: 0 },
      ),
    );
    expect(result).toMatchObject({ entries: 4, announced: 1, notCounted: 4, matched: 0, unmatched: 0 });
    expect(await stateOf(payment.paymentId)).toBe("created");
    expect(await service.statements.unmatched(merchantId)).toEqual([]);
  });

  test("a reversed or returned credit raises an alert on its payment and changes no state", async () => {
    const { service, merchantId, pay, load, stateOf, alertsOf } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    await load(camt({ text, reference: "B1" }));
    await load(camt({ text, reference: "B2", debit: true, returned: "AC04" }));
    expect(await alertsOf(paymentId)).toEqual(["payment_returned"]);
    expect(await stateOf(paymentId)).toBe("settled");
    await load(camt({ text: "who knows", reference: "B3", debit: true, reversal: true }));
    const [entry] = await service.statements.unmatched(merchantId);
    expect(entry).toMatchObject({ direction: "debit", isReversal: true });
    await service.statements.assign(entry?.entryId ?? "", paymentId, { actor: "ana" });
    expect(await alertsOf(paymentId)).toEqual(["payment_returned", "payment_returned"]);
  });

  test.each([
    ["in the order of the bank's days", [0, 1, 2]],
    ["the return before its arrival", [1, 0, 2]],
    ["the return last", [0, 2, 1]],
  ] as const)("money that the bank returned does not count for the sum: %s", async (_case, order) => {
    const { service, pay, load, stateOf, alertsOf } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1", amountCents: 2499 });
    const entries = [
      { text, cents: 1500, reference: "B1", day: "2025-03-03" },
      { text, cents: 1500, reference: "B2", day: "2025-03-04", debit: true, returned: "AC04" },
      { text, cents: 999, reference: "B3", day: "2025-03-05" },
    ];
    const wasPaid = order[2] === 1;
    for (const place of order) await load(camt(entries[place] ?? {}));
    expect(await service.payments.get(paymentId)).toMatchObject({
      receivedCents: 999,
      returned: [{ amountCents: 1500, currency: "EUR", returnedAt: Date.parse("2025-03-04") }],
    });
    // Settled stays settled: before the return, the sum was there.
    expect(await stateOf(paymentId)).toBe(wasPaid ? "settled" : "submitted");
    await load(camt({ text, cents: 1500, reference: "B4", day: "2025-03-06" }));
    expect(await stateOf(paymentId)).toBe("settled");
    expect(await service.payments.get(paymentId)).toMatchObject({ receivedCents: 2499 });
    const open = (await alertsOf(paymentId)).filter((type) => type !== "under_paid");
    expect(open).toEqual(["payment_returned"]);
  });

  test("a payment that is paid again after a return is not paid twice; a third one is, and the alert names the return", async () => {
    const { service, pay, load, alertsOf } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    await load(camt({ text, reference: "B1" }, { text, reference: "B2", debit: true, reversal: true }));
    await load(camt({ text, reference: "B3", day: "2025-03-06" }));
    expect(await alertsOf(paymentId)).toEqual(["payment_returned"]);
    await load(camt({ text, reference: "B4", day: "2025-03-07" }));
    const payment = await service.payments.get(paymentId);
    expect(payment?.receivedCents).toBe(3998);
    expect(payment?.alerts.at(-1)).toMatchObject({
      type: "duplicate_payment",
      detail: expect.stringContaining("of which €19.99 was returned"),
    });
  });

  test("a return of money that was never recorded takes nothing from a later entry", async () => {
    const { pay, load, stateOf } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    await load(camt({ text, reference: "B2", debit: true, returned: "AC04" }));
    expect(await stateOf(paymentId)).toBe("created");
    await load(camt({ text, reference: "B3", day: "2025-03-06" }));
    expect(await stateOf(paymentId)).toBe("settled");
  });

  test("entries without a day of booking are counted in the order of their value days", async () => {
    const { service, pay, load } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    await load(camt({ text, reference: "B3", valueDay: "2025-03-04" }));
    await load(camt({ text, reference: "B2", valueDay: "2025-03-03", debit: true, returned: "AC04" }));
    expect(await service.payments.get(paymentId)).toMatchObject({
      receivedCents: 1999,
      returned: [{ returnedAt: Date.parse("2025-03-03") }],
    });
  });

  test("a statement never settles a test payment, nor another store's", async () => {
    const { service, pay, load, stateOf } = await fresh();
    const played = await pay({ orderId: "1", environment: "test" });
    const result = await load(camt({ text: played.remittanceInfo }));
    expect(result).toMatchObject({ matched: 0, unmatched: 1 });
    expect(await stateOf(played.paymentId)).toBe("created");
    const other = await service.stores.create({ name: "Other", kyc: "approved", verification: "approved" });
    const live = await pay({ orderId: "2" });
    const elsewhere = { merchantId: other.merchantId, content: camt({ text: live.remittanceInfo }), actor: "ana" };
    expect(await service.statements.import(elsewhere)).toMatchObject({ matched: 0, unmatched: 1 });
    expect(await stateOf(live.paymentId)).toBe("created");
  });

  test("parts of the amount are added up, and the sum settles", async () => {
    const { pay, load, stateOf, alertsOf } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    await load(camt({ text, cents: 1000, reference: "B1" }));
    expect(await stateOf(paymentId)).toBe("submitted");
    expect(await alertsOf(paymentId)).toContain("under_paid");
    await load(camt({ text, cents: 999, reference: "B2", day: "2025-03-06" }));
    expect(await stateOf(paymentId)).toBe("settled");
    expect(await alertsOf(paymentId)).not.toContain("duplicate_payment");
  });

  test("a second transfer for a paid payment, and one in another currency, are recorded and raise an alert", async () => {
    const { pay, load, stateOf, alertsOf } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    await load(camt({ text, reference: "B1" }, { text, reference: "B2" }, { text, reference: "B3", currency: "USD" }));
    expect(await stateOf(paymentId)).toBe("settled");
    expect((await alertsOf(paymentId)).sort()).toEqual(["duplicate_payment", "wrong_currency"]);
  });

  test("a dry run says what would happen and writes nothing", async () => {
    const { service, merchantId, pay, load, stateOf } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    const outcomes: unknown[] = [];
    const content = camt({ text }, { text: "who knows" });
    const result = await load(content, { dryRun: true, onEntry: (outcome: object) => outcomes.push(outcome) });
    expect(result).toMatchObject({ statementId: undefined, dryRun: true, entries: 2, matched: 1, unmatched: 1 });
    expect(outcomes).toMatchObject([{ kind: "matched", paymentId }, { kind: "unmatched" }]);
    expect(await stateOf(paymentId)).toBe("created");
    expect(await service.statements.list(merchantId)).toEqual([]);
    expect(await load(content)).toMatchObject({ matched: 1, unmatched: 1, duplicates: 0 });
    expect(await load(content, { dryRun: true })).toMatchObject({ duplicates: 2 });
  });

  test("of a file that cannot be read to its end nothing is stored", async () => {
    const { service, merchantId, pay, load, stateOf } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    await expect(load(camt({ text }).replace("</Document>", ""))).rejects.toThrow("well-formed");
    expect(await stateOf(paymentId)).toBe("created");
    expect(await service.statements.list(merchantId)).toEqual([]);
  });

  test("an interrupted stream keeps the entries before the interruption, and the whole file imported later adds the rest once", async () => {
    const { service, merchantId, pay, stateOf, clock } = await fresh();
    const payments = [];
    for (let index = 0; index < 60; index += 1) payments.push(await pay({ orderId: `${index}` }));
    const file = camt(...payments.map(({ remittanceInfo: text }, index) => ({ text, reference: `B${index}` })));
    const bytes = new TextEncoder().encode(file);
    async function* cut() {
      yield bytes.subarray(0, bytes.length - 3_000);
      throw new Error("connection lost");
    }
    const load = (content: AsyncIterable<Uint8Array> | Uint8Array) =>
      service.statements.import({ merchantId, content, actor: "ana" });
    await expect(load(cut())).rejects.toThrow("connection lost");
    clock.at += 1000;
    const result = await load(bytes);
    expect(result.duplicates).toBe(50);
    expect(result.duplicates + result.matched).toBe(60);
    for (const { paymentId } of payments) expect(await stateOf(paymentId)).toBe("settled");
    const [whole, broken] = await service.statements.list(merchantId);
    expect(whole?.finishedAt).toBeDefined();
    expect(broken?.finishedAt).toBeUndefined();
  });

  test("an import that is killed at any entry and run again pays every payment once", async () => {
    for (const deadEntry of [1, 50, 51, 55]) {
      let entriesLeft = Number.POSITIVE_INFINITY;
      const inner = open();
      const storage: Storage = {
        ...inner,
        write: (work) =>
          inner.write((records) => {
            const insertEntry: typeof records.statements.insertEntry = async (entry) => {
              entriesLeft -= 1;
              // Also when the unit of work runs again.
              if (entriesLeft <= 0) throw new Error("the disk is gone");
              return records.statements.insertEntry(entry);
            };
            return work({ ...records, statements: { ...records.statements, insertEntry } });
          }),
      };
      fixture = await openStatementFixture(storage);
      const { service, merchantId, pay, stateOf, alertsOf } = fixture;
      const payments = [];
      for (let index = 0; index < 55; index += 1) payments.push(await pay({ orderId: `${index}` }));
      const content = camt(...payments.map(({ remittanceInfo: text }, index) => ({ text, reference: `B${index}` })));
      const load = () => service.statements.import({ merchantId, content, actor: "ana" });
      entriesLeft = deadEntry;
      await expect(load()).rejects.toThrow("the disk is gone");
      entriesLeft = Number.POSITIVE_INFINITY;
      const again = await load();
      expect(again.matched + again.duplicates).toBe(55);
      for (const { paymentId } of payments) {
        expect(await stateOf(paymentId)).toBe("settled");
        expect(await alertsOf(paymentId)).toEqual([]);
      }
      await service.stop();
      fixture = undefined;
    }
  });

  test("all records of one import are one audit trail", async () => {
    const { service, merchantId, pay, load } = await fresh();
    const { paymentId, remittanceInfo: text } = await pay({ orderId: "1" });
    const { statementId } = await load(camt({ text }, { text: "rent" }, { text: "who knows" }));
    const [second, first] = await service.statements.unmatched(merchantId);
    const aside = [first, second].find((entry) => entry?.remittanceLines[0] === "rent");
    const other = [first, second].find((entry) => entry?.remittanceLines[0] !== "rent");
    await service.statements.putAside(aside?.entryId ?? "", { actor: "ben", reason: "rent of the office" });
    await service.statements.assign(other?.entryId ?? "", paymentId, { actor: "ben" });
    const entries = await service.statements.entries({ merchantId, statementId });
    expect(entries.map(({ state, reason, handledBy }) => [state, reason, handledBy])).toEqual([
      ["matched", undefined, undefined],
      ["put_aside", "rent of the office", "ben"],
      ["assigned", undefined, "ben"],
    ]);
    const audit = await service.statements.trail(merchantId, statementId ?? "");
    expect(audit.map(({ actor, action }) => [actor, action])).toEqual([
      ["ana@shop.example.com", "statement.import_started"],
      ["ana@shop.example.com", "statement.entry_matched"],
      ["ana@shop.example.com", "statement.import_finished"],
      ["ben", "statement.entry_put_aside"],
      ["ben", "statement.entry_assigned"],
    ]);
  });
});
