// Tests that every known case names tests and vectors that exist, so that a renamed or deleted test is
// noticed.
import { expect, test } from "vitest";
import { missingTitlesOfBugs, readSource, rowsOf } from "../../../../scripts/testing/known-bugs.js";
import { knownBugs } from "./cases.js";

const rows = [
  1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30, 32, 33, 34, 36, 37, 38, 40, 41,
  42, 44, 45, 46, 48, 49, 50, 52, 53, 54, 56, 57, 58, 60, 61, 62, 64,
];

test("every known bug has a test that exists", () => {
  expect(missingTitlesOfBugs(knownBugs)).toEqual([]);
});

test("every value that a bug names is a golden vector or in the file", () => {
  const ids = new Set(
    [...readSource("spec/vectors/hmac-vectors.json").matchAll(/"id": "([^"]+)"/g)].map(([, id]) => id),
  );
  const missing = knownBugs.flatMap(({ row, file, values }) =>
    values
      .filter((value) => !ids.has(value) && !readSource(file).includes(JSON.stringify(value)))
      .map((value) => `${row}: ${file}: ${value}`),
  );
  expect(missing).toEqual([]);
});

test("every row of the list is named", () => {
  expect(rowsOf(knownBugs)).toEqual(rows);
});
