// Every rule names a test that exists: a renamed or deleted test takes its rule with it into the light.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { provenRules } from "./rules.js";

/** Titles of the tests of a file, as they stand in the source. */
function titlesIn(file: string): Set<string> {
  const source = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
  const calls = source.matchAll(/(?:\btest\(|\)\()\s*("(?:[^"\\\n]|\\.)*")/g);
  return new Set([...calls].map(([, quoted = '""']): string => JSON.parse(quoted)));
}

test("every rule names a test that exists", () => {
  const titles = new Map(provenRules.map(({ file }) => [file, titlesIn(file)]));
  const orphans = provenRules.filter(({ file, title }) => titles.get(file)?.has(title) !== true);
  expect(orphans.map(({ section, rule, title }) => `${section}: ${rule} -> ${title}`)).toEqual([]);
});

test("no rule stands twice", () => {
  const names = provenRules.map(({ section, rule }) => `${section}: ${rule}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
