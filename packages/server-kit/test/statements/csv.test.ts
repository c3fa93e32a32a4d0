// CSV by a store's column map: how banks write numbers, dates and directions, and which column and line a refusal names.
import { expect, test } from "vitest";
import { type CsvColumnMap, parseColumnMap } from "../../src/domain/statements/csv-column-map.js";
import { readAll, refusalOf } from "./read-file.js";

const german: CsvColumnMap = {
  columns: {
    bookedOn: "Buchungstag",
    amount: "Betrag",
    currency: "Währung",
    remittance: ["Verwendungszweck", "Zweck 2"],
    counterpartyName: "Name",
    counterpartyIban: "IBAN",
    account: "Auftragskonto",
  },
};
const germanHeader = '"Auftragskonto";"Buchungstag";"Name";"IBAN";"Verwendungszweck";"Zweck 2";"Betrag";"Währung"';

test("reads a German export: quotes, decimal comma, thousands, windows-1252", async () => {
  const text = `${germanHeader}\r\n"DE89 3704 0044 0532 0130 00";"05.03.25";"Müller; Söhne";"DE02120300000000202051";"PS-1-AAAABBBB";"say ""hi""";"1.234,56";"EUR"\r\n`;
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  expect(await readAll(bytes, { columnMap: { ...german, dateForm: "DD.MM.YY" } })).toMatchObject([
    {
      account: "DE89370400440532013000",
      amountCents: 123456,
      direction: "credit",
      bookedOn: "2025-03-05",
      counterpartyName: "Müller; Söhne",
      remittanceLines: ["PS-1-AAAABBBB", 'say "hi"'],
      line: 2,
    },
  ]);
});

test("reads columns by number without a header row, money in and out in two columns, lines before the first entry", async () => {
  const columnMap = parseColumnMap({
    columns: { bookedOn: 1, credit: 3, debit: 4, remittance: 2 },
    delimiter: ",",
    decimalSeparator: ".",
    dateForm: "MM/DD/YYYY",
    hasHeaderRow: false,
    skipLines: 1,
    currency: "USD",
  });
  const text = 'Export of today\n3/5/2025,"line one\nline two","1,250.50",\n03/06/2025,fee,,-3.00\n';
  expect(await readAll(text, { columnMap })).toMatchObject([
    {
      amountCents: 125050,
      direction: "credit",
      bookedOn: "2025-03-05",
      remittanceLines: ["line one", "line two"],
      line: 2,
    },
    { amountCents: 300, direction: "debit", bookedOn: "2025-03-06", line: 4 },
  ]);
});

test.each([
  ["19,99 €", "EUR", 1999],
  ["EUR 19,99", "EUR", 1999],
  ["-1.019,99 EUR", "EUR", -101999],
  ["€-19,99", "EUR", -1999],
  ["-€19,99", "EUR", -1999],
  ["\u221219,99", "EUR", -1999],
  ["1\u202f019,99\u00a0eur", "EUR", 101999],
  ["$19,99", "USD", 1999],
])("reads the amount %s of an entry in %s; a line of empty cells is not an entry", async (written, currency, cents) => {
  const columnMap = parseColumnMap({ columns: { bookedOn: "d", amount: "a", remittance: "t" }, currency });
  const [entry, ...more] = await readAll(`d;a;t\n05.03.2025;${written};x\n;;\n; ;\n`, { columnMap });
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ amountCents: Math.abs(cents), direction: cents < 0 ? "debit" : "credit", currency });
});

test("one column marks the entries that are credits, another those that are booked", async () => {
  const columnMap = parseColumnMap({
    columns: { bookedOn: "date", amount: "amount", direction: "sign", status: "state", remittance: "text" },
    currency: "EUR",
    dateForm: "YYYY-MM-DD",
    bookedWords: ["booked"],
  });
  const text =
    "date;amount;sign;state;text\n2025-01-01;1,00;H;Booked;a\n2025-01-01;2,00;S;booked;b\n2025-01-01;3,00;H;pending;c\n";
  expect(await readAll(text, { columnMap })).toMatchObject([
    { direction: "credit", isBooked: true },
    { direction: "debit", isBooked: true },
    { direction: "credit", isBooked: false },
  ]);
});

test.each([
  ["12,34 $", '"Betrag" (amount)', "not an amount with the decimal separator"],
  ["12.34", '"Betrag" (amount)', "not an amount with the decimal separator"],
  ["1,2,3", '"Betrag" (amount)', "not an amount with the decimal separator"],
  ["1,005", '"Betrag" (amount)', "not an amount in EUR"],
  ["", '"Betrag" (amount)', "there is no amount"],
  ["1.23.456,00", '"Betrag" (amount)', "not an amount with the decimal separator"],
])("the amount %j is refused with its column and line", async (amount, column, words) => {
  const refusal = await refusalOf(`${germanHeader}\nX;05.03.2025;n;i;v;z;${amount};EUR\n`, { columnMap: german });
  expect(refusal.message).toContain(column);
  expect(refusal.message).toContain(words);
  expect(refusal.fields).toEqual({ line: 2 });
});

test("a date of another form, a missing cell and a missing column are refused by name", async () => {
  const read = (text: string) => refusalOf(text, { columnMap: german });
  expect((await read(`${germanHeader}\nX;2025-03-05;n;i;v;z;1,00;EUR`)).message).toContain("form DD.MM.YYYY");
  expect((await read(`${germanHeader}\nX;05.03.2025;n;i;v\n`)).message).toContain("only 5 columns");
  const refusal = await read('"Auftragskonto";"Buchungstag"\n');
  expect(refusal.message).toContain('no column "Betrag" (mapped to amount); it has "Auftragskonto", "Buchungstag"');
  expect(refusal.fields).toEqual({ line: 1 });
});

test("an unclosed quotation mark is refused with the position where it opens", async () => {
  const refusal = await refusalOf(`${germanHeader}\nX;"05.03.2025;n\nmore\n`, { columnMap: german });
  expect(refusal.fields).toEqual({ line: 2 });
});

test.each([
  [{}, "columns.bookedOn"],
  [{ ...german, delimeter: "," }, "delimeter"],
  [{ ...german, dateForm: "D.M.Y" }, "dateForm"],
  [{ ...german, hasHeaderRow: false }, "columns.bookedOn"],
  [{ columns: { bookedOn: 1, amount: 2, remittance: 3 } }, "currency"],
  [{ columns: { bookedOn: 1, remittance: 3 }, currency: "EUR" }, "columns.amount"],
  [undefined, "columnMap"],
])("a column map %j is refused and names %s", (map, path) => {
  expect(() => parseColumnMap(map)).toThrow(
    expect.objectContaining({ details: expect.arrayContaining([expect.objectContaining({ path })]) }),
  );
});

test("CSV without a column map is refused with what is missing", async () => {
  expect((await refusalOf("a;b;c\n1;2;3\n")).message).toContain("column map");
  expect((await refusalOf("a;b;c\n1;2;3\n", { format: "csv" })).message).toContain("column map");
});
