// Replaces what one database measured in MILLION.md, and leaves everything else there as it is.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";

const page = new URL("../MILLION.md", import.meta.url);

/** Between two comments that name the database; at the end of the page when they are not there yet. */
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
