// Lists that connect each known case, or each rule, to its tests: a renamed or deleted test is reported here.
import { readFileSync } from "node:fs";

export interface KnownBug {
  /** The number of the case; a missing number was a duplicate of another case. */
  row: number;
  bug: string;
  /** Relative to the repository's root. */
  file: string;
  /** As written in the source, placeholders included. */
  titles: string[];
  /** The values of the titles' placeholders: golden vectors and forgeries, or names that the file itself lists. */
  values: string[];
}

export function readSource(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
}

/** Titles of a file's tests, and names of consumers, as written in the source. */
function titlesIn(file: string): Set<string> {
  const calls = readSource(file).matchAll(
    /(?:\b(?:test|it|check)\(|\)\(|\bname:)\s*(?:("(?:[^"\\\n]|\\.)*")|`([^`]*)`)/g,
  );
  return new Set(
    [...calls].map(([, quoted, template]): string => (quoted === undefined ? (template ?? "") : JSON.parse(quoted))),
  );
}

/** Titles that are listed but do not exist, one line each. */
export function missingTitles(named: readonly { name: string; file: string; titles: readonly string[] }[]): string[] {
  const titles = new Map(named.map(({ file }) => [file, titlesIn(file)]));
  return named.flatMap(({ name, file, titles: wanted }) =>
    wanted.filter((title) => titles.get(file)?.has(title) !== true).map((title) => `${name}: ${file}: ${title}`),
  );
}

export function missingTitlesOfBugs(bugs: readonly KnownBug[]): string[] {
  return missingTitles(bugs.map(({ row, ...bug }) => ({ name: String(row), ...bug })));
}

export function rowsOf(bugs: readonly KnownBug[]): number[] {
  return [...new Set(bugs.map(({ row }) => row))].toSorted((left, right) => left - right);
}
