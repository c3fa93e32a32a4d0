// Tests that every rule names a test that exists: renaming or deleting a test of a rule fails here.
import { expect, test } from "vitest";
import { missingTitles } from "../../../../scripts/testing/known-bugs.js";
import { provenRules } from "./rules.js";

test("every rule names a test that exists", () => {
  const named = provenRules.map(({ section, rule, file, title }) => ({
    name: `${section}: ${rule}`,
    file: `packages/server-kit/test/${file}`,
    titles: [title],
  }));
  expect(missingTitles(named)).toEqual([]);
});

test("no rule appears twice", () => {
  const names = provenRules.map(({ section, rule }) => `${section}: ${rule}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
