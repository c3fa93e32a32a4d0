// CAMT.053 and CAMT.054: what is read from every version, and what is refused.
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { isBookedCredit, type StatementEntry, takesMoneyBack } from "../../src/domain/statements/statement-entry.js";
import { generatedStatement } from "./generated-statement.js";
import { fixture, readAll, refusalOf } from "./read-file.js";

test("reads a CAMT.053 of version 02: amounts, dates, references, the counterparty, text split over two elements", async () => {
  const [first, pending, reversal] = await readAll(fixture("camt053-v02.xml"));
  expect(first).toEqual({
    account: "DE89370400440532013000",
    currency: "EUR",
    amountCents: 1999,
    direction: "credit",
    isBooked: true,
    isReversal: false,
    isReturn: false,
    returnReason: undefined,
    bookedOn: "2025-03-05",
    valueOn: "2025-03-05",
    bankReference: "2025030512345678000",
    entryReference: "1",
    endToEndId: undefined,
    structuredReference: undefined,
    remittanceLines: ["Bestellung PS-10045-ab1", "2cd34 vielen Dank"],
    counterpartyName: "Erika Mustermann",
    counterpartyIban: "DE02120300000000202051",
    batch: undefined,
    line: 48,
  });
  expect(pending).toMatchObject({ isBooked: false, amountCents: 12050 });
  expect(reversal).toMatchObject({
    direction: "debit",
    isReversal: true,
    endToEndId: "pay0m1n2b3v4",
    structuredReference: "RF18539007547034",
    counterpartyName: "Max Beispiel",
    bookedOn: "2025-03-05",
  });
});

test("only booked credits count; a reversed credit takes money back", async () => {
  const entries = await readAll(fixture("camt053-v02.xml"));
  expect(entries.map(isBookedCredit)).toEqual([true, false, false]);
  expect(entries.map(takesMoneyBack)).toEqual([false, false, true]);
});

test("reads version 08 with a prefix and in ISO 8859-1: a batch gives its details, each with its own amount and references", async () => {
  const [one, two, three, returned, ...more] = await readAll(fixture("camt053-v08.xml"));
  expect(more).toEqual([]);
  const batch = { kind: "detail", totalCents: 15000 };
  expect(one).toMatchObject({
    amountCents: 5000,
    endToEndId: "E2E-1",
    bankReference: "AX0612-771-1",
    entryReference: "B-771",
    counterpartyName: "Jürgen Müller",
    counterpartyIban: "DE02120300000000202051",
    batch,
  });
  expect(two).toMatchObject({ amountCents: 9850, structuredReference: "RF18539007547034", batch });
  expect(three).toMatchObject({
    amountCents: 150,
    bankReference: "AX0612-771",
    remittanceLines: ["Tip & thanks"],
    batch,
  });
  expect(returned).toMatchObject({ amountCents: 2000, direction: "debit", isReturn: true, returnReason: "AC04" });
});

test("an amount by which the details of a batch exceed its booking is a separate entry", async () => {
  const [one, two, difference, total] = await readAll(fixture("camt054-v04.xml"));
  expect(one).toMatchObject({
    currency: "CHF",
    amountCents: 20000,
    structuredReference: "210000000003139471430009017",
    remittanceLines: ["Invoice 7"],
  });
  expect(two).toMatchObject({ amountCents: 11200 });
  expect(difference).toMatchObject({
    amountCents: 200,
    direction: "debit",
    batch: { kind: "difference", totalCents: 31000 },
  });
  expect(total).toMatchObject({ currency: "JPY", amountCents: 5000, batch: { kind: "total", totalCents: 5000 } });
});

test.each(["02", "03", "04", "05", "06", "07", "08"])("reads version %s of both messages", async (version) => {
  for (const [message, root, group] of [
    ["camt.053", "BkToCstmrStmt", "Stmt"],
    ["camt.054", "BkToCstmrDbtCdtNtfctn", "Ntfctn"],
  ] as const) {
    const status = version === "02" || version === "03" ? "BOOK" : "<Cd>BOOK</Cd>";
    const name = version === "08" ? "<Pty><Nm>Ana</Nm></Pty>" : "<Nm>Ana</Nm>";
    const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}.001.${version}"><${root}><${group}><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct><Ntry><Amt Ccy="KWD">1.234</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>${status}</Sts><NtryDtls><TxDtls><RltdPties><Dbtr>${name}</Dbtr></RltdPties></TxDtls></NtryDtls></Ntry></${group}></${root}></Document>`;
    expect(await readAll(xml)).toMatchObject([
      {
        amountCents: 1234,
        currency: "KWD",
        isBooked: true,
        counterpartyName: "Ana",
        account: "DE89370400440532013000",
      },
    ]);
  }
});

test.each([1, 7, 100])("a file read in pieces of %i bytes gives the same entries as the whole file", async (length) => {
  for (const name of ["camt053-v02.xml", "camt053-v08.xml", "camt054-v04.xml"]) {
    expect(await readAll(fixture(name), {}, length)).toEqual(await readAll(fixture(name)));
  }
});

test("reads a file of thousands of entries that comes in one piece, zipped and as it is", async () => {
  const file = Buffer.concat([...generatedStatement("camt-entries", 3000)]);
  expect(await readAll(file, {}, file.length)).toHaveLength(3000);
  expect(await readAll(zipSync({ "statement.xml": file }), {}, file.length)).toHaveLength(3000);
});

test("reads every statement of a ZIP, whatever else it contains", async () => {
  const zip = zipSync({
    "day/": new Uint8Array(0),
    "day/one.xml": fixture("camt053-v02.xml"),
    "day/one.xml.sig": new Uint8Array([1, 2, 3]),
    "two.xml": [fixture("camt054-v04.xml"), { level: 0 }],
  });
  for (const length of [13, 4096]) expect(await readAll(zip, {}, length)).toHaveLength(7);
});

test("a ZIP that decompresses to far more than its size is refused", async () => {
  const zip = zipSync({ "one.xml": new Uint8Array(30 * 1024 * 1024).fill(32) });
  expect((await refusalOf(zip)).message).toContain("unpacks to more than the limit for statements");
});

test("a damaged, truncated or empty ZIP is refused", async () => {
  const zip = zipSync({ "one.xml": fixture("camt053-v02.xml") });
  expect((await refusalOf(zip.subarray(0, 300))).code).toBe("VALIDATION_ERROR");
  const damaged = Uint8Array.from(zip, (byte, index) => (index > 100 && index < 160 ? 255 - byte : byte));
  expect((await refusalOf(damaged)).code).toBe("VALIDATION_ERROR");
  expect((await refusalOf(zipSync({ "a.pdf": new Uint8Array(1000) }))).code).toBe("VALIDATION_ERROR");
});

const wrap = (inside: string) =>
  `<Document><BkToCstmrStmt><Stmt><Acct><Ccy>EUR</Ccy></Acct>\n<Ntry>${inside}</Ntry></Stmt></BkToCstmrStmt></Document>`;

test.each([
  ["a document type", '<!DOCTYPE Document [<!ENTITY a "b">]><Document/>', "document type"],
  ["an external entity", '<!DOCTYPE D SYSTEM "file:///etc/passwd"><Document>&a;</Document>', "document type"],
  ["an unknown entity", wrap("<Amt>&xxe;</Amt>"), "well-formed"],
  ["another message", "<Document><BkToCstmrAcctRpt/></Document>", "neither a CAMT.053"],
  ["another document", "<html><body>No</body></html>", "neither a CAMT.053"],
  ["a document cut short", "<Document><BkToCstmrStmt><Stmt>", "well-formed"],
  ["an entry without an amount", wrap("<CdtDbtInd>CRDT</CdtDbtInd>"), "no amount"],
  ["an entry without a direction", wrap("<Amt>1.00</Amt>"), "no CRDT or DBIT indicator"],
  ["an amount finer than a cent", wrap("<Amt>1.001</Amt>"), "not an amount in EUR"],
  ["a negative amount", wrap("<Amt>-1.00</Amt>"), "not an amount in EUR"],
  ["an amount as a float", wrap("<Amt>1e3</Amt>"), "not an amount in EUR"],
  ["an amount beyond what is exact", wrap("<Amt>99999999999999999.00</Amt>"), "not an amount in EUR"],
  ["a wrong currency", wrap('<Amt Ccy="euro">1.00</Amt>'), "not a currency code"],
  ["a day that does not exist", wrap("<BookgDt><Dt>2025-02-30</Dt></BookgDt>"), "is not a date"],
  ["elements without end", `<Document><BkToCstmrStmt>${"<a>".repeat(60)}`, "deeper than 40"],
])("refuses %s", async (_, xml, words) => {
  const refusal = await refusalOf(xml);
  expect(refusal.message).toContain(words);
  expect(refusal.fields.line).toBeGreaterThan(0);
  expect(refusal.fields.column).toBeGreaterThan(0);
});

test("reads the document inside the envelope of a business message", async () => {
  const bare = new TextDecoder().decode(fixture("camt053-v02.xml"));
  const document = bare.replace(/^<\?xml[^>]*\?>/, "");
  const enveloped = `<?xml version="1.0"?><b:BizMsgEnvlp xmlns:b="urn:b"><b:AppHdr><b:Fr><b:Id>X</b:Id></b:Fr></b:AppHdr>${document}</b:BizMsgEnvlp>`;
  const withoutLines = (entries: StatementEntry[]) => entries.map((entry) => ({ ...entry, line: 0 }));
  expect(withoutLines(await readAll(enveloped))).toEqual(withoutLines(await readAll(bare)));
  expect((await refusalOf("<html><body><p>Please sign in</p></body></html>")).message).toContain("no bank statement");
});

test("ignores unknown elements, also those named like a property of every object", async () => {
  const text = String(fixture("camt053-v02.xml")).replace(
    "<NtryRef>",
    "<toString>1</toString><hasOwnProperty>1</hasOwnProperty><NtryRef>",
  );
  const [first] = await readAll(Buffer.from(text));
  expect(first).toMatchObject({ amountCents: 1999, entryReference: "1" });
});

test("a refusal names line and column", async () => {
  const refusal = await refusalOf(wrap("<Amt>1,00</Amt>"));
  expect(refusal.fields).toEqual({ line: 2, column: 21 });
});

test("reads UTF-16 by its byte order mark, and UTF-8 with one", async () => {
  const text = new TextDecoder().decode(fixture("camt053-v02.xml")).replace("UTF-8", "UTF-16");
  const wide = Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, "utf16le")]);
  expect(await readAll(wide)).toEqual(await readAll(fixture("camt053-v02.xml")));
  const marked = Uint8Array.from([0xef, 0xbb, 0xbf, ...fixture("camt053-v02.xml")]);
  expect(await readAll(marked, {}, 3)).toHaveLength(3);
});

test("reads UTF-8 whose declaration says UTF-16", async () => {
  const text = new TextDecoder().decode(fixture("camt053-v02.xml")).replace("UTF-8", "utf-16");
  expect(await readAll(text)).toEqual(await readAll(fixture("camt053-v02.xml")));
});

test("refuses bytes that are not in the declared encoding, and an unknown one", async () => {
  const bytes = Uint8Array.from([...new TextEncoder().encode("<Document><BkToCstmrStmt>"), 0xff, 0xff]);
  expect((await refusalOf(bytes)).message).toContain("not utf-8");
  expect((await refusalOf('<?xml version="1.0" encoding="klingon"?><Document/>')).message).toContain("klingon");
});
