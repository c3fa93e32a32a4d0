// Every known case names tests that exist, so that a renamed or deleted test is noticed.
import { expect, test } from "vitest";
import { missingTitlesOfBugs, rowsOf } from "../../../scripts/testing/known-bugs.js";
import { knownBugs } from "./cases.js";

const rows = [
  1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30, 32, 33, 34, 36, 37, 38, 40, 41,
  42, 44, 45, 46, 48, 49, 50, 52, 53, 54,
];

test("every known bug has a test that exists", () => {
  expect(missingTitlesOfBugs(knownBugs)).toEqual([]);
});

test("every row of the list is there, and has a test", () => {
  expect(rowsOf(knownBugs)).toEqual(rows);
  expect(knownBugs.filter(({ titles }) => titles.length === 0)).toEqual([]);
});
