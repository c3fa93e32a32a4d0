// Sort orders of rows: by text as databases compare it (by bytes, not by language), or by a number.
import { compareText } from "../compare-text.js";
import type { Order } from "./memory-table.js";

export function byText<Row>(textOf: (row: Readonly<Row>) => string): Order<Row> {
  return (left, right) => compareText(textOf(left), textOf(right));
}

/** Rows without the number come first. */
export function byNumber<Row>(numberOf: (row: Readonly<Row>) => number | undefined): Order<Row> {
  return (left, right) => (numberOf(left) ?? 0) - (numberOf(right) ?? 0);
}
