// Writes the tables of the model into docs/scale.md.
import { readFileSync, writeFileSync } from "node:fs";
import { readLifecycle, renderTables } from "./model.mjs";

const page = new URL("../../docs/scale.md", import.meta.url);
const tables = /<!-- tables -->[\s\S]*<!-- end of tables -->/;
const text = `<!-- tables -->\n\n${renderTables(readLifecycle())}\n\n<!-- end of tables -->`;
const before = readFileSync(page, "utf8");
if (!tables.test(before)) throw new Error("docs/scale.md has no <!-- tables --> … <!-- end of tables -->.");
writeFileSync(
  page,
  before.replace(tables, () => text),
);
