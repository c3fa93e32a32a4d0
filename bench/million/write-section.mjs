// Replaces the section of one database in MILLION.md, and leaves the rest of the page unchanged.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";

const page = new URL("../MILLION.md", import.meta.url);

/** The section is between two comments that name the database; a section whose comments are missing is appended. */
export function writeSection(database, table, rounds) {
  const begin = `<!-- measured: ${database} -->`;
  const end = "<!-- end -->";
  const processors = cpus();
  const section = [
    begin,
    `${new Date().toISOString().slice(0, 10)}, ${rounds} rounds, ${processors.length} cores of ${processors[0].model.trim()}, load average ${loadavg()[0].toFixed(1)}.`,
    "",
    table,
    end,
  ].join("\n");
  const text = readFileSync(page, "utf8");
  const from = text.indexOf(begin);
  const until = text.indexOf(end, from) + end.length;
  if (from >= 0 && until < from) throw new Error(`MILLION.md: "${end}" is missing after "${begin}".`);
  writeFileSync(
    page,
    from < 0 ? `${text.trimEnd()}\n\n${section}\n` : text.slice(0, from) + section + text.slice(until),
  );
}
