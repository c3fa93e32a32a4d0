// The README names every command; test/checkout/languages.test.ts does the same for languages.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { allCommands } from "../../src/cli/all-commands.js";

const readme = readFileSync(fileURLToPath(new URL("../../README.md", import.meta.url)), "utf8");

test("the table of commands names all of them, and none that does not exist", () => {
  const rows = /\| Command[^\n]*\n\|[- |]+\n((?:\|.*\n)+)/.exec(readme)?.[1]?.trim().split("\n") ?? [];
  const named = rows.flatMap((row) => {
    const [groups = "", verbs = ""] = row.split("|").slice(1);
    const names = [...groups.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    return verbs.trim() === "" ? names : verbs.split(",").map((verb) => `${names[0]} ${verb.trim()}`);
  });
  expect(named.sort()).toEqual(allCommands.map(({ name }) => name).sort());
});
