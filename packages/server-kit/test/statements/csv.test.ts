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

test("a negative amount in the column for money in is not money in", async () => {
  const signed = parseColumnMap({ columns: { bookedOn: "d", credit: "c", remittance: "t" }, currency: "EUR" });
  const text = "d;c;b;t\n05.03.2025;-19,99;;PS-1-AAAABBBB\n05.03.2025;19,99;;PS-1-AAAABBBB\n";
  expect(await readAll(text, { columnMap: signed })).toMatchObject([
    { amountCents: 1999, direction: "debit", isReversal: false },
    { amountCents: 1999, direction: "credit", isReversal: false },
  ]);
  // Beside a column for money out, it is a credit that the bank cancelled.
  const apart = { ...signed, columns: { ...signed.columns, debit: "b" } };
  expect(await readAll(text, { columnMap: apart })).toMatchObject([
    { amountCents: 1999, direction: "debit", isReversal: true },
    { amountCents: 1999, direction: "credit", isReversal: false },
  ]);
});

test("a row of zeros in both columns is an entry of nothing", async () => {
  const columnMap = parseColumnMap({
    columns: { bookedOn: "date", credit: "in", debit: "out", remittance: "text" },
    currency: "EUR",
  });
  expect(await readAll("date;in;out;text\n01.01.2025;0,00;0,00;fees\n", { columnMap })).toMatchObject([
    { amountCents: 0 },
  ]);
  const empty = await refusalOf("date;in;out;text\n01.01.2025;;;fees\n", { columnMap });
  expect(empty.message).toContain("there is no amount");
});

test("a text with the delimiter without quotation marks is refused, because it moves the amount", async () => {
  const columnMap = parseColumnMap({
    columns: { bookedOn: "date", amount: "amount", remittance: "text" },
    currency: "EUR",
  });
  for (const text of [
    "date;text;amount\n01.01.2025;PS-1;100;19,99\n",
    "date;text;amount;\n01.01.2025;PS-1;100;19,99;\n",
  ]) {
    const refusal = await refusalOf(text, { columnMap });
    expect(refusal.message).toContain("put texts that contain the delimiter in quotation marks");
    expect(refusal.fields).toEqual({ line: 2 });
  }
  const quoted = 'date;text;amount\n01.01.2025;"PS-1;100";19,99;;\n';
  expect(await readAll(quoted, { columnMap })).toMatchObject([{ amountCents: 1999, remittanceLines: ["PS-1;100"] }]);
});

test.each(["D", "DB", "Debet", "debit", "S"])("the direction %j is money out without a list of words", async (word) => {
  const columnMap = parseColumnMap({
    columns: { bookedOn: "date", amount: "amount", direction: "sign", remittance: "text" },
    ...{ currency: "EUR", dateForm: "YYYY-MM-DD" },
  });
  const text = `date;amount;sign;text\n2025-01-01;1,00;Credit;a\n2025-01-01;2,00;${word};b\n`;
  expect(await readAll(text, { columnMap })).toMatchObject([{ direction: "credit" }, { direction: "debit" }]);
});

test.each(["Bij", "+"])("the unknown direction %j is refused without a list of credit words", async (word) => {
  const map = {
    columns: { bookedOn: "date", amount: "amount", direction: "sign", remittance: "text" },
    currency: "EUR",
  };
  const text = `date;amount;sign;text\n01.01.2025;19,99;${word};PS-1\n`;
  const refusal = await refusalOf(text, { columnMap: parseColumnMap(map) });
  expect(refusal.message).toContain(`"${word}" is not a known word for a direction: set creditWords`);
  const columnMap = parseColumnMap({ ...map, creditWords: ["Bij", "+"] });
  expect(await readAll(text, { columnMap })).toMatchObject([{ direction: "credit" }]);
});

test("a row without a direction is refused with its line, and is money out where a bank leaves that empty", async () => {
  const map = {
    columns: { bookedOn: "date", amount: "amount", direction: "sign", remittance: "text" },
    currency: "EUR",
  };
  const text = "date;amount;sign;text\n01.01.2025;19,99;CR;PS-1\n01.01.2025;5,00;;PS-2\n";
  const refusal = await refusalOf(text, { columnMap: parseColumnMap(map) });
  expect(refusal.message).toBe(
    'The statement cannot be read, line 3: column "sign" (direction): it is empty: fill it in, or set creditWords if the bank leaves it empty for money out.',
  );
  expect(refusal.fields).toEqual({ line: 3 });
  const columnMap = parseColumnMap({ ...map, creditWords: ["CR"] });
  expect(await readAll(text, { columnMap })).toMatchObject([{ direction: "credit" }, { direction: "debit" }]);
});

test.each([
  ["DD-MM-YYYY", "05-03-2025"],
  ["DD/MM/YYYY", "5/3/2025"],
  ["YYYYMMDD", "20250305"],
] as const)("a date of the form %s is read", async (dateForm, date) => {
  const columnMap = parseColumnMap({
    columns: { bookedOn: "date", amount: "amount", remittance: "text" },
    currency: "EUR",
    dateForm,
  });
  const text = `date;amount;text\n${date};1,00;a\n`;
  expect(await readAll(text, { columnMap })).toMatchObject([{ bookedOn: "2025-03-05" }]);
});

test("an entry that is only announced needs no date", async () => {
  const columnMap = parseColumnMap({
    columns: { bookedOn: "date", valueOn: "value", amount: "amount", status: "state", remittance: "text" },
    currency: "EUR",
    bookedWords: ["booked"],
  });
  const text = "date;value;amount;state;text\n;open;1,00;pending;a\n01.01.2025;;2,00;booked;b\n";
  expect(await readAll(text, { columnMap })).toMatchObject([{ isBooked: false }, { isBooked: true }]);
  expect((await refusalOf(text.replace("pending", "booked"), { columnMap })).message).toContain("the date is missing");
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
  ["1,0051", '"Betrag" (amount)', "not an amount in EUR"],
  ["", '"Betrag" (amount)', "there is no amount"],
  ["1.23.456,00", '"Betrag" (amount)', "not an amount with the decimal separator"],
  ["0.500", '"Betrag" (amount)', "not an amount with the decimal separator"],
])("the amount %j is refused with its column and line", async (amount, column, words) => {
  const refusal = await refusalOf(`${germanHeader}\nX;05.03.2025;n;i;v;z;${amount};EUR\n`, { columnMap: german });
  expect(refusal.message).toContain(column);
  expect(refusal.message).toContain(words);
  expect(refusal.fields).toEqual({ line: 2 });
});

test.each([
  ["12,000", "JPY", undefined, "export amounts without decimals"],
  ["12,000", "JPY", ",", "export amounts without decimals"],
  ["1,000", "EUR", undefined, "export amounts with 2 decimals"],
  ["-19.990 EUR", "EUR", ".", "export amounts with 2 decimals"],
  ["1.500", "BHD", undefined, 'set decimalSeparator to "." or ","'],
  ["1,500", "BHD", undefined, 'set decimalSeparator to "." or ","'],
] as const)(
  "%s %s may be a thousand or one, and is refused with what would be right",
  async (written, currency, decimalSeparator, words) => {
    const columns = { bookedOn: "d", amount: "a", remittance: "t" };
    const columnMap = parseColumnMap({ columns, currency, decimalSeparator });
    const refusal = await refusalOf(`d;a;t\n05.03.2025;${written};x\n`, { columnMap });
    expect(refusal.message).toContain(`"${written}" may be thousands or decimals`);
    expect(refusal.message).toContain(words);
    expect(refusal.fields).toEqual({ line: 2 });
  },
);

test.each([
  ["12.000", "JPY", undefined, 12000],
  ["12,00", "JPY", undefined, 12],
  ["1.000", "EUR", undefined, 100000],
  ["0,500", "EUR", undefined, 50],
  ["-0,500", "EUR", ",", 50],
  ["0,500", "BHD", undefined, 500],
  ["1.234,500", "EUR", undefined, 123450],
  ["1,234.500", "BHD", ".", 1234500],
  ["1.500", "BHD", ".", 1500],
  ["1.500", "BHD", ",", 1500000],
  ["1.234.500", "BHD", undefined, 1234500000],
  ["1.234,500", "BHD", undefined, 1234500],
] as const)(
  "%s %s with the decimal separator %s has one meaning",
  async (written, currency, decimalSeparator, cents) => {
    const columns = { bookedOn: "d", amount: "a", remittance: "t" };
    const columnMap = parseColumnMap({ columns, currency, decimalSeparator });
    expect(await readAll(`d;a;t\n05.03.2025;${written};x\n`, { columnMap })).toMatchObject([{ amountCents: cents }]);
  },
);

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
