// Checks that each row of SECURITY.md's table names a test that exists, and that no known attack is missing.
import { expect, test } from "vitest";
import { missingTitles, readSource } from "../testing/known-bugs.js";

const rows = [...readSource("SECURITY.md").matchAll(/^\| (O\d+) \| (.+?) \| `([^`]+)` \| (.+) \|$/gm)].map(
  ([, number = "", claim = "", file = "", title = ""]) => ({ number, claim, file, title }),
);

/** The numbers of the attacks by strangers and insiders, and of those on personal data. */
const numbers = [5, 11, 16, 17, 18, 19, 20, 21, 22, 24, 25, 26, 27, 28, 29, 30, 31, 33, 34].map(
  (number) => `O${number}`,
);

test("each known attack has a row, and each row a test that exists and has its number", () => {
  expect([...new Set(rows.map(({ number }) => number))]).toEqual(numbers);
  expect(rows.filter(({ number, title }) => !title.startsWith(`${number}: `))).toEqual([]);
  expect(missingTitles(rows.map(({ number, file, title }) => ({ name: number, file, titles: [title] })))).toEqual([]);
});

test("a row without its test is reported", () => {
  const [row] = rows;
  const gone = { name: "O0", file: row?.file ?? "", titles: ["O0: there is no such test"] };
  expect(missingTitles([gone])).toHaveLength(1);
});
