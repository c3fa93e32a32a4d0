// A digest of the rows of a table, equal for equal content in either database: rows in key order, each value with
// its kind and length.
import { createHash } from "node:crypto";
import type { CopyRow, CopyValue } from "./copy-plan.js";

export interface RowDigest {
  add(row: CopyRow): void;
  rows(): number;
  /** Hexadecimal SHA-256. */
  finish(): string;
}

export function createRowDigest(): RowDigest {
  const hash = createHash("sha256");
  let rows = 0;
  return {
    add(row) {
      rows += 1;
      for (const value of row) addValue(value);
    },
    rows: () => rows,
    finish: () => hash.digest("hex"),
  };

  function addValue(value: CopyValue): void {
    if (value === null) hash.update("n;");
    else if (value instanceof Uint8Array) hash.update(`b${value.byteLength}:`).update(value);
    else if (typeof value === "string") hash.update(`t${Buffer.byteLength(value)}:`).update(value);
    else if (typeof value === "bigint") hash.update(`i${value};`);
    else hash.update(`${typeof value === "boolean" ? "l" : "r"}${value};`);
  }
}
