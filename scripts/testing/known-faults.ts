// Lists that tie each known fault, or each rule, to its tests: a renamed or deleted test is noticed here.
import { readFileSync } from "node:fs";

export interface KnownFault {
  /** The row in the list of reports; numbers that are missing repeat another one. */
  row: number;
  fault: string;
  /** Below the repository's root. */
  file: string;
  /** As they stand in the source, placeholders included. */
  titles: string[];
  /** What the titles' placeholders stand for: golden vectors and forgeries, or names that the file itself lists. */
  values: string[];
}

export function readSource(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
}

/** Titles of the tests of a file, and names of consumers, as in the source. */
function titlesIn(file: string): Set<string> {
  const calls = readSource(file).matchAll(
    /(?:\b(?:test|it|check)\(|\)\(|\bname:)\s*(?:("(?:[^"\\\n]|\\.)*")|`([^`]*)`)/g,
  );
  return new Set(
    [...calls].map(([, quoted, template]): string => (quoted === undefined ? (template ?? "") : JSON.parse(quoted))),
  );
}

/** Titles that are named and do not exist, one line each. */
export function missingTitles(named: readonly { name: string; file: string; titles: readonly string[] }[]): string[] {
  const titles = new Map(named.map(({ file }) => [file, titlesIn(file)]));
  return named.flatMap(({ name, file, titles: wanted }) =>
    wanted.filter((title) => titles.get(file)?.has(title) !== true).map((title) => `${name}: ${file}: ${title}`),
  );
}

export function missingTitlesOfFaults(faults: readonly KnownFault[]): string[] {
  return missingTitles(faults.map(({ row, ...fault }) => ({ name: String(row), ...fault })));
}

export function rowsOf(faults: readonly KnownFault[]): number[] {
  return [...new Set(faults.map(({ row }) => row))].toSorted((left, right) => left - right);
}
