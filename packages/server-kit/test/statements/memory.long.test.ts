// 100,000 entries need less than 200 MB, whatever their shape, read or imported: measured as the whole process, Node.js included.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleOf } from "../bundled-program.js";

const programs = bundleOf(["statements/reading-process.ts", "statements/importing-process.ts"], { name: "statements" });
beforeAll(programs.build);
afterAll(programs.remove);

test.each(["camt-entries", "camt-batch", "mt940"])(
  "100,000 entries of the shape %s are read in less than 200 MB",
  async (shape) => {
    const { stdout } = await promisify(execFile)(process.execPath, [programs.file("reading-process"), shape, "100000"]);
    const { entries, sumCents, mebibytes } = JSON.parse(stdout);
    expect({ entries, sumCents }).toEqual({ entries: 100_000, sumCents: 199_900_000 });
    expect(mebibytes).toBeLessThan(200);
  },
  120_000,
);

test("100,000 entries are imported into a database in less than 200 MB", { timeout: 900_000 }, async () => {
  const filename = join(programs.folder, "payments.db");
  // Without a bound V8 lets the heap grow before it collects; the service itself takes 100 MB of the 200.
  const argv = ["--max-old-space-size=64", programs.file("importing-process"), filename, "camt-entries", "100000"];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  const { unmatched, duplicates, mebibytes } = JSON.parse(stdout);
  expect({ unmatched, duplicates }).toEqual({ unmatched: 100_000, duplicates: 0 });
  expect(mebibytes).toBeLessThan(200);
});
