// For any content a reader terminates, and throws only the refusal that names a line.

import fc from "fast-check";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { Refusal } from "../../src/domain/refusal.js";
import { parseColumnMap } from "../../src/domain/statements/csv-column-map.js";
import type { ReadStatementOptions } from "../../src/domain/statements/read-statement.js";
import { fixture, readAll } from "./read-file.js";

const columnMap = parseColumnMap({
  columns: { bookedOn: 1, amount: 2, remittance: [3, 4], counterpartyIban: 5 },
  hasHeaderRow: false,
  currency: "EUR",
});
const formats: ReadStatementOptions[] = [
  { columnMap },
  { format: "camt" },
  { format: "mt940" },
  { format: "csv", columnMap },
];
const samples = [
  fixture("camt053-v02.xml"),
  fixture("camt053-v08.xml"),
  fixture("camt054-v04.xml"),
  fixture("two-messages.sta"),
  fixture("slashed.sta"),
  new TextEncoder().encode('05.03.2025;"1.234,56";PS-1;;DE89370400440532013000\n06.03.2025;-3,00;a;b;c\n'),
];

async function endsWell(bytes: Uint8Array, options: ReadStatementOptions): Promise<void> {
  try {
    for (const entry of await readAll(bytes, options, 97)) {
      expect(Number.isSafeInteger(entry.amountCents) && entry.amountCents >= 0).toBe(true);
      expect(entry.currency).toMatch(/^[A-Z]{3}$/);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.fields.line).toBeGreaterThan(0);
    expect(error.message.length).toBeLessThan(1500);
  }
}

/** A real file with bytes changed, removed and put in. */
const damaged = fc
  .tuple(
    fc.constantFrom(...samples),
    fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.oneof(fc.uint8Array({ maxLength: 3 }), fc.constantFrom(...tokens()))), {
      minLength: 1,
      maxLength: 6,
    }),
  )
  .map(([sample, edits]) => {
    let bytes = [...sample];
    for (const [place, removed, put] of edits) {
      const at = place % (bytes.length + 1);
      bytes = [...bytes.slice(0, at), ...put, ...bytes.slice(at + removed)];
    }
    return Uint8Array.from(bytes);
  });

function tokens(): Uint8Array[] {
  return [
    "<",
    ">",
    "</Ntry>",
    "<Ntry>",
    "&amp;",
    "<![CDATA[",
    "-->",
    ":61:",
    ":86:",
    "?20",
    "\r\n",
    '"',
    ";",
    ",",
    "-}",
  ].map((text) => new TextEncoder().encode(text));
}

test("a damaged statement is read or refused, in every format", async () => {
  await fc.assert(fc.asyncProperty(damaged, fc.constantFrom(...formats), endsWell), { numRuns: 1_500 });
});

test("arbitrary bytes and text are read or refused, in every format", async () => {
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 2_000 }),
    fc.string({ unit: "binary", maxLength: 600 }).map((text) => new TextEncoder().encode(text)),
    fc
      .string({ unit: fc.constantFrom(...':0123456789?+/CDR,;\n\r"<>&ABC'), maxLength: 400 })
      .map((text) => new TextEncoder().encode(`:20:A\n:60F:C250101EUR0,\n${text}`)),
  );
  await fc.assert(fc.asyncProperty(anything, fc.constantFrom(...formats), endsWell), { numRuns: 1_500 });
});

test("a damaged ZIP is read or refused", async () => {
  const zip = zipSync({ "a.xml": fixture("camt053-v02.xml"), "b.sta": fixture("slashed.sta") });
  const cut = fc.tuple(fc.nat(zip.length - 1), fc.nat(255), fc.nat(zip.length)).map(([place, byte, length]) => {
    const bytes = zip.slice(0, Math.max(length, 60));
    if (place < bytes.length) bytes[place] = byte;
    return bytes;
  });
  await fc.assert(
    fc.asyncProperty(cut, (bytes) => endsWell(bytes, { columnMap })),
    { numRuns: 500 },
  );
});
