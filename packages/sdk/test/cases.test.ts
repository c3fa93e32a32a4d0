// Every known fault names tests that exist: a renamed or deleted test takes its fault with it into the light.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { knownFaults } from "./cases.js";

const rows = [
  1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30, 32, 33, 34, 36, 37, 38, 40, 41,
  42, 44, 45, 46, 48, 49, 50, 52, 53, 54,
];

/** Titles of the tests of a file, and names of consumers, as they stand in the source. */
function titlesIn(file: string): Set<string> {
  const source = readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
  const calls = source.matchAll(/(?:\b(?:test|check)\(|\)\(|\bname:)\s*(?:("(?:[^"\\\n]|\\.)*")|`([^`]*)`)/g);
  return new Set(
    [...calls].map(([, quoted, template]): string => (quoted === undefined ? (template ?? "") : JSON.parse(quoted))),
  );
}

test("every known fault has a test that exists", () => {
  const titles = new Map(knownFaults.map(({ file }) => [file, titlesIn(file)]));
  const orphans = knownFaults.flatMap(({ row, file, titles: named }) =>
    named.filter((title) => titles.get(file)?.has(title) !== true).map((title) => `${row}: ${file}: ${title}`),
  );
  expect(orphans).toEqual([]);
});

test("no row of the list is left out, and none is without a test", () => {
  expect([...new Set(knownFaults.map(({ row }) => row))].toSorted((a, b) => a - b)).toEqual(rows);
  expect(knownFaults.filter(({ titles }) => titles.length === 0)).toEqual([]);
});
