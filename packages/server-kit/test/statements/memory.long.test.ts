// 100,000 entries need less than 200 MB, whatever their shape, read or imported: measured as the whole process, Node.js included.
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "tsup";
import { afterAll, beforeAll, expect, test } from "vitest";

const packageFolder = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const outDir = join(packageFolder, ".tmp", `statements-${process.pid}`);

beforeAll(async () => {
  await build({
    entry: ["reading", "importing"].map((name) => join(packageFolder, `test/statements/${name}-process.ts`)),
    outDir,
    format: "esm",
    // Packages of others are loaded as they are published; ours are taken from their sources.
    external: [/^(?!@payment-sessions\/)[^./]/],
    outExtension: () => ({ js: ".js" }),
    config: false,
    silent: true,
    dts: false,
  });
});
afterAll(() => rm(outDir, { recursive: true, force: true }));

test.each(["camt-entries", "camt-batch", "mt940"])(
  "100,000 entries of the shape %s are read in less than 200 MB",
  async (shape) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(outDir, "reading-process.js"),
      shape,
      "100000",
    ]);
    const { entries, sumCents, mebibytes } = JSON.parse(stdout);
    expect({ entries, sumCents }).toEqual({ entries: 100_000, sumCents: 199_900_000 });
    expect(mebibytes).toBeLessThan(200);
  },
  120_000,
);

test("100,000 entries are imported into a database in less than 200 MB", { timeout: 900_000 }, async () => {
  const filename = join(outDir, "payments.db");
  // Without a bound V8 lets the heap grow before it collects; the service itself takes 100 MB of the 200.
  const argv = ["--max-old-space-size=64", join(outDir, "importing-process.js"), filename, "camt-entries", "100000"];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  const { unmatched, duplicates, mebibytes } = JSON.parse(stdout);
  expect({ unmatched, duplicates }).toEqual({ unmatched: 100_000, duplicates: 0 });
  expect(mebibytes).toBeLessThan(200);
});
