// In which order do rows come? By text as databases compare it, byte by byte and not by language, or by a figure.
import type { Order } from "./memory-table.js";

export function byText<Row>(textOf: (row: Readonly<Row>) => string): Order<Row> {
  return (left, right) => compareText(textOf(left), textOf(right));
}

/** Rows without the figure come first. */
export function byFigure<Row>(figureOf: (row: Readonly<Row>) => number | undefined): Order<Row> {
  return (left, right) => (figureOf(left) ?? 0) - (figureOf(right) ?? 0);
}

export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
