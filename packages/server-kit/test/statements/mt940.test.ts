// MT940: several messages, German and slashed information fields, every mark, and what is refused.
import { expect, test } from "vitest";
import { takesMoneyBack } from "../../src/domain/statements/statement-entry.js";
import { fixture, readAll, refusalOf } from "./read-file.js";

test("reads several messages with German information fields, CRLF and windows-1252", async () => {
  const [first, debit, returned, dollars, reversedDebit, ...more] = await readAll(fixture("two-messages.sta"));
  expect(more).toEqual([]);
  expect(first).toEqual({
    account: "37040044/0532013000",
    currency: "EUR",
    amountCents: 1999,
    direction: "credit",
    isBooked: true,
    isReversal: false,
    isReturn: false,
    returnReason: undefined,
    bookedOn: "2025-01-02",
    valueOn: "2024-12-31",
    bankReference: "2025010200000001",
    entryReference: undefined,
    customerReference: undefined,
    endToEndId: undefined,
    structuredReference: undefined,
    remittanceLines: ["Bestellung PS-10045-ab", "12cd34 Danke für alles"],
    counterpartyName: "Erika Mustermann",
    counterpartyIban: "DE02120300000000202051",
    batch: undefined,
    line: 7,
  });
  expect(debit).toMatchObject({
    amountCents: 4500,
    direction: "debit",
    entryReference: "X-1",
    customerReference: "X-1",
    isReturn: false,
  });
  expect(returned).toMatchObject({
    direction: "debit",
    isReversal: true,
    isReturn: true,
    endToEndId: "pay0m1n2b3v4",
    returnReason: "RUECKUEBERWEISUNG",
  });
  expect(returned && takesMoneyBack(returned)).toBe(true);
  expect(dollars).toMatchObject({
    account: "DE89370400440532013000",
    currency: "USD",
    amountCents: 125050,
    remittanceLines: ["Payment of order PS_77#1 by", "wire, thank you"],
  });
  expect(reversedDebit).toMatchObject({ direction: "credit", isReversal: true, amountCents: 1 });
});

test("reads information fields with code words between slashes, and supplementary details", async () => {
  expect(await readAll(fixture("slashed.sta"))).toMatchObject([
    {
      account: "NL91ABNA0417164300",
      amountCents: 3500,
      bankReference: "250210-7",
      endToEndId: "E2E-99",
      counterpartyName: "J. DE VRIES",
      counterpartyIban: "NL20INGB0001234567",
      remittanceLines: ["/PREF/supplement", "PS-9-QQQQWWWW"],
    },
  ]);
});

const statement = (...lines: string[]) =>
  [":20:A", ":25:X", ":60F:C250101EUR0,", ...lines, ":62F:C250101EUR0,"].join("\n");

test("a line of nothing but a dash is text of field 86, and ends a message only before another one or the end", async () => {
  const details = [":61:250101C1,00NTRF", ":86:Tea", "-", "PS-9-QQQQWWWW"];
  const more = [":61:250102C2,00NTRF", ":86:Cups", "-", ":62F:C250101EUR0,"];
  const [first, second, ...others] = await readAll(
    `${statement(...details, ...more)}\n-\n${statement()}\n:86:End\n-\n`,
  );
  expect(others).toEqual([]);
  expect(first).toMatchObject({ amountCents: 100, remittanceLines: ["Tea", "-", "PS-9-QQQQWWWW"] });
  expect(second).toMatchObject({ amountCents: 200, remittanceLines: ["Cups", "-"] });
});

test("a message that ends with field 86 and a dash is followed by the next one", async () => {
  const message = (cents: number) =>
    [":20:A", ":25:X", ":60F:C250101EUR0,", `:61:250101C${cents},00NTRF`, ":86:Tea", "-", ""].join("\n");
  expect(await readAll(message(1) + message(2))).toMatchObject([
    { amountCents: 100, remittanceLines: ["Tea"] },
    { amountCents: 200, remittanceLines: ["Tea"] },
  ]);
});

test.each([1, 7, 4096])(
  "a long file whose lines end in CR alone is read, in pieces of %s bytes",
  async (pieceLength) => {
    const entries = Array.from(
      { length: pieceLength === 4096 ? 6000 : 20 },
      (_, index) => `:61:250101C${index + 1},00NTRF\r:86:${"x".repeat(40)}`,
    );
    const text = statement(...entries).replaceAll("\n", "\r");
    const read = await readAll(text, {}, pieceLength);
    expect(read).toHaveLength(entries.length);
    expect(read.at(-1)).toMatchObject({ amountCents: entries.length * 100, line: 3 + 2 * entries.length });
  },
);

test.each([
  ["250102", "1231", "2024-12-31"],
  ["241231", "0102", "2025-01-02"],
  ["240229", "0229", "2024-02-29"],
  ["250601", "0601", "2025-06-01"],
])("a value date of %s and an entry date of %s mean %s", async (value, entry, day) => {
  expect(await readAll(statement(`:61:${value}${entry}C1,00NTRFNONREF`))).toMatchObject([{ bookedOn: day }]);
});

test("reads the purposes beyond the ninth, a name over two subfields, and a separator other than the usual one", async () => {
  const [entry] = await readAll(
    statement(":61:250101C1,00NTRF", ":86:166@00GUTSCHRIFT@20SVWZ+one@29two@60three@63four@32Ana@33 Silva"),
  );
  expect(entry).toMatchObject({ remittanceLines: ["one", "two", "three", "four"], counterpartyName: "Ana Silva" });
});

test("an announced entry (EC) is not booked", async () => {
  expect(await readAll(statement(":61:250101EC1,00NTRF"))).toMatchObject([{ isBooked: false, direction: "credit" }]);
});

test.each([1, 5, 64])("a file read in pieces of %i bytes gives the same entries as the whole file", async (length) => {
  for (const name of ["two-messages.sta", "slashed.sta"]) {
    expect(await readAll(fixture(name), {}, length)).toEqual(await readAll(fixture(name)));
  }
});

test.each([
  ["ABN AMRO", ["ABNANL2A", "940", "ABNANL2A"]],
  ["ING", ["0000 01INGBNL2AXXXX00001", "0000 01INGBNL2AXXXX00001", "940 00"]],
  ["Rabobank", [":940:"]],
])("reads the messages of %s, which have lines before each", async (_, header) => {
  const message = (cents: number) =>
    [...header, statement(`:61:250101C${cents},00NTRF`, ":86:PS-9"), "-", ""].join("\r\n");
  const entries = await readAll(`${message(1)}${message(2)}\u001a\r\n`);
  expect(entries).toMatchObject([
    { amountCents: 100, remittanceLines: ["PS-9"] },
    { amountCents: 200, remittanceLines: ["PS-9"] },
  ]);
});

test.each([
  ["an amount with three decimals", statement(":61:250101C1,001NTRF"), 4, "not an amount in EUR"],
  ["an amount with a dot", statement(":61:250101C1.00NTRF"), 4, "not a statement line"],
  ["a day that does not exist", statement(":61:250230C1,00NTRF"), 4, "not a date"],
  ["an entry before any balance", ":20:A\n:25:X\n:61:250101C1,00NTRF\n:62F:", 3, "opening balance"],
  ["text that belongs to no field", "hello\n:20:A", 1, "is not part of an MT940 field"],
  ["a balance without a currency", ":20:A\n:60F:nothing\n", 2, "not an opening balance"],
])("refuses %s", async (_, text, line, words) => {
  const refusal = await refusalOf(text, { format: "mt940" });
  expect(refusal.message).toContain(words);
  expect(refusal.fields).toEqual({ line });
});
