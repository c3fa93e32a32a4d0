// Replaces the section of one database in MILLION.md, and leaves the rest of the page unchanged.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";

const page = new URL("../MILLION.md", import.meta.url);

/** The section is between two comments that name the database; it is appended to the page when they are missing. */
export function writeSection(database, table, rounds) {
  const [begin, end] = [`<!-- measured: ${database} -->`, "<!-- end -->"];
  const processor = cpus();
  const measured = [
    begin,
    `${new Date().toISOString().slice(0, 10)}, ${rounds} rounds, ${processor.length} cores of ${processor[0].model.trim()}, load average ${loadavg()[0].toFixed(1)}.`,
    "",
    table,
    end,
  ].join("\n");
  const text = readFileSync(page, "utf8");
  const from = text.indexOf(begin);
  const until = text.indexOf(end, from) + end.length;
  writeFileSync(
    page,
    from < 0 ? `${text.trimEnd()}\n\n${measured}\n` : text.slice(0, from) + measured + text.slice(until),
  );
}
