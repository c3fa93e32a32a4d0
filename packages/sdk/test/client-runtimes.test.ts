// Checks that each row of the reported client cases has a test with its number in the title, so that a
// renamed or deleted one is noticed.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sdk = (file: string) => `packages/sdk/test/${file}`;
const kit = (file: string) => `packages/server-kit/test/${file}`;
const verifier = (file: string) => `packages/webhook-verifier/test/${file}`;
const consumers = (file: string) => `scripts/consumers/${file}`;

const rows: Readonly<Record<number, readonly string[]>> = {
  1: [consumers("next-stores.mjs"), verifier("published-package.test.ts"), verifier("foreign-runtimes.test.ts")],
  2: [consumers("next-stores.mjs"), sdk("client-options.test.ts")],
  3: [consumers("next-stores.mjs"), verifier("foreign-requests.test.ts")],
  4: [consumers("programs/test-environments.mjs"), sdk("client-options.test.ts")],
  5: [consumers("programs/test-environments.mjs")],
  6: [consumers("programs/test-environments.mjs"), verifier("foreign-runtimes.test.ts")],
  7: [consumers("typescript.mjs")],
  8: [consumers("typescript.mjs")],
  9: [consumers("runtimes.mjs"), sdk("client-options.test.ts")],
  10: [consumers("bundlers.mjs")],
  11: [kit("outbound/webhook-sender.test.ts"), sdk("client-options.test.ts"), consumers("programs/journey.mjs")],
  12: [kit("outbound/connect-any.test.ts"), kit("outbound/webhook-sender.test.ts")],
  13: [sdk("client-options.test.ts")],
  14: [sdk("client-options.test.ts")],
  15: [verifier("foreign-requests.test.ts")],
  16: [verifier("foreign-requests.test.ts")],
  17: [verifier("foreign-requests.test.ts")],
  18: [verifier("foreign-requests.test.ts")],
  19: [verifier("foreign-requests.test.ts"), verifier("foreign-runtimes.test.ts")],
  20: [sdk("outcomes.test.ts")],
  21: [sdk("outcomes.test.ts")],
  22: [sdk("outcomes.test.ts")],
  23: [sdk("client-options.test.ts")],
  24: [sdk("client-options.test.ts")],
  25: [sdk("field-docs.test.ts")],
  26: [sdk("mock/faults.test.ts")],
  27: [sdk("mock/one-clock.test.ts")],
  28: [verifier("readme.test.ts")],
  29: [kit("cli/serving.test.ts")],
  30: [kit("cli/order.test.ts"), sdk("webhooks.test.ts"), sdk("client-options.test.ts")],
  31: [sdk("client-options.test.ts")],
  32: [sdk("client-options.test.ts")],
  33: ["scripts/test/name-repository.test.ts", verifier("readme.test.ts")],
};

/** The row numbers at the beginning of titles and names, as quoted in the source. */
function rowsNamedIn(file: string): Set<number> {
  const source = readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
  const titles = [...source.matchAll(/["`]((?:C\d+(?:, )?)+): /g)].map(([, numbers = ""]) => numbers);
  return new Set(titles.flatMap((numbers) => numbers.split(", ").map((number) => Number(number.slice(1)))));
}

test("every row of the cases has a test with its number in the title", () => {
  expect(Object.keys(rows)).toEqual(Array.from({ length: 33 }, (_, index) => String(index + 1)));
  const missing = Object.entries(rows).flatMap(([row, files]) =>
    files.filter((file) => !rowsNamedIn(file).has(Number(row))).map((file) => `C${row}: ${file}`),
  );
  expect(missing).toEqual([]);
});
