// Plain text tables: aligned columns, no colours or control characters, so that output can be piped.
import { toDecimalText } from "../domain/currency-exponent.js";

/** Rows of cells in aligned columns, separated by two spaces. */
export function inColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** A table with a head; `whenEmpty` when there are no rows. */
export function table(head: readonly string[], rows: readonly (readonly unknown[])[], whenEmpty: string): string {
  return rows.length === 0 ? whenEmpty : inColumns([head, ...rows.map((row) => row.map(cell))]);
}

/** One record, a line for each field; fields without a value are omitted. */
export function facts(pairs: readonly (readonly [string, unknown])[]): string {
  return inColumns(
    pairs.filter(([, value]) => value !== undefined && value !== "").map(([name, value]) => [name, cell(value)]),
  );
}

/** ISO 8601 in UTC. */
export function showTime(epochMs: number | undefined): string | undefined {
  return epochMs === undefined ? undefined : new Date(epochMs).toISOString();
}

/** An amount in minor units with its currency: cents without a currency could be read as euros. */
export function showAmount(amountCents: number, currency: string): string {
  return `${toDecimalText(amountCents, currency)} ${currency}`;
}

/** Money that left the account has a minus sign. */
export function showSignedAmount(entry: {
  direction: "credit" | "debit";
  amountCents: number;
  currency: string;
}): string {
  return `${entry.direction === "debit" ? "-" : ""}${showAmount(entry.amountCents, entry.currency)}`;
}

/** Stored text may contain control characters, which a terminal would interpret. */
function cell(value: unknown): string {
  if (value === undefined || value === null) return "-";
  return String(value).replace(/[\u0000-\u001f\u007f-\u009f]/g, "�");
}
