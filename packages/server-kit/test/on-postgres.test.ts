// Every test file that opens a storage runs on PostgreSQL too, or says why not (on-postgres.ts).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { inBrowserOnPostgres, longOnPostgres, notOnPostgres, onPostgres } from "./on-postgres.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const opensStorage =
  /\b(?:sqliteStorage|postgresStorage|storageInMemory|freshStorage|createDatabase|createTestDatabase|createMigratedDatabase)\(/;

const testFiles = ["packages", "examples"].flatMap((top) =>
  readdirSync(join(root, top)).flatMap((name) => {
    const folder = join(root, top, name, "test");
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".test.ts"))
      .map((path) => join(folder, path));
  }),
);
const pathOf = (file: string) => relative(root, file).split(sep).join("/");

const known = new Map<string, boolean>();

/** Itself, or what it imports from the folder test. */
function opens(file: string): boolean {
  const found = known.get(file);
  if (found !== undefined) return found;
  known.set(file, false);
  const text = readFileSync(file, "utf8");
  const imported = [...text.matchAll(/from "(\.[^"]+)\.js"/g)]
    .map(([, path]) => join(dirname(file), `${path}.ts`))
    .filter((path) => path.includes(`${sep}test${sep}`) && existsSync(path));
  const result = opensStorage.test(text) || imported.some(opens);
  known.set(file, result);
  return result;
}

const matches = (patterns: readonly string[]) => {
  const expressions = patterns.map(
    (pattern) => new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`),
  );
  return (path: string) => expressions.some((expression) => expression.test(path));
};
const listed = [...onPostgres, ...longOnPostgres];
const isListed = matches(listed);
const isExcused = matches(Object.keys(notOnPostgres));

test("each test file that opens a storage runs on PostgreSQL, or is excused with a reason", () => {
  const opening = testFiles.filter(opens).map(pathOf);
  expect(opening.length).toBeGreaterThan(100);
  expect(opening.filter((path) => !isListed(path) && !isExcused(path))).toEqual([]);
});

test("no test file runs a second time on PostgreSQL without a storage in it", () => {
  const closed = testFiles.filter((file) => !opens(file)).map(pathOf);
  expect(closed.filter((path) => isListed(path) && !isExcused(path))).toEqual([]);
});

test("each entry of the lists names a file that exists", () => {
  const paths = testFiles.map(pathOf);
  const entries = [...listed, ...inBrowserOnPostgres, ...Object.keys(notOnPostgres)];
  expect(entries.filter((entry) => !paths.some(matches([entry])))).toEqual([]);
});

test("a test for one storage alone begins with that storage's name and a reason", () => {
  const unnamed = testFiles.flatMap((file) => {
    const conditions = readFileSync(file, "utf8").matchAll(
      /\.(?:runIf|skipIf)\([^)]*storageName[^)]*\)\(\s*["'`](?!on (?:SQLite|PostgreSQL), )([^"'`]*)/g,
    );
    return [...conditions].map(([, title]) => `${pathOf(file)}: ${title}`);
  });
  expect(unnamed).toEqual([]);
});
