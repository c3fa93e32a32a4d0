// Bank statements from a terminal, on a real database.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { camt } from "../statements/camt-file.js";
import { openStatementFixture } from "../statements/statement-fixture.js";
import { commandLineOn, freshDatabase, freshFile, storageOn } from "./call-command-line.js";

/** A database with one store and one open payment, and a way to write files beside it. */
async function furnished() {
  const database = await freshDatabase();
  const fixture = await openStatementFixture(storageOn(database));
  const payment = await fixture.pay({ orderId: "1" });
  const other = await fixture.pay({ orderId: "2", amountCents: 700 });
  const tried = await fixture.pay({ orderId: "3", environment: "test" });
  await fixture.service.stop();
  const folder = dirname(freshFile());
  const file = (name: string, content: string) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  return { ...commandLineOn(database), merchantId: fixture.merchantId, payment, other, tried, file };
}

test("a dry run reads a CSV file by the given column map and does not store the map", async () => {
  const { call, json, merchantId, payment, file } = await furnished();
  const path = file("bank.csv", `Tag;Betrag;Text\n01.03.2025;19,99;${payment.remittanceInfo}\n`);
  const map = file(
    "map.json",
    JSON.stringify({ columns: { bookedOn: "Tag", amount: "Betrag", remittance: "Text" }, currency: "EUR" }),
  );
  const store = ["--merchant-id", merchantId, "--column-map", map];
  const dry = await call("statement", "import", path, ...store, "--dry-run");
  expect(dry).toMatchObject({ exitCode: 0, out: expect.stringContaining("would match     1") });
  expect((await json("audit", "list", "--action", "statement.column_map_set")).document).toEqual([]);
  expect(await json("statement", "import", path, ...store)).toMatchObject({ exitCode: 0, document: { matched: 1 } });
  expect((await json("audit", "list", "--action", "statement.column_map_set")).document).toHaveLength(1);
});

test("imports a file, lists unmatched entries, assigns one, and lists the imports", async () => {
  const { call, json, merchantId, payment, other, file } = await furnished();
  const path = file("2025-03-05.xml", camt({ text: payment.remittanceInfo }, { text: "Danke", cents: 700 }));
  const store = ["--merchant-id", merchantId];

  const dry = await call("statement", "import", path, ...store, "--dry-run");
  expect(dry).toMatchObject({ exitCode: 0 });
  expect(dry.out).toContain("would match     1");
  expect(dry.out).toContain(payment.paymentId);
  expect((await json("statement", "import", path, ...store, "--dry-run")).document).toMatchObject({
    dryRun: true,
    preview: [{ outcome: "matched", paymentId: payment.paymentId, line: 1 }, { outcome: "unmatched" }],
  });
  expect((await json("statement", "list", ...store)).document).toEqual([]);

  const imported = await json("statement", "import", path, ...store, "--actor", "operator:cron");
  expect(imported).toMatchObject({ exitCode: 0, document: { entries: 2, matched: 1, unmatched: 1, duplicates: 0 } });
  expect((await json("payment", "show", payment.paymentId)).document).toMatchObject({ state: "settled" });
  expect((await json("statement", "list", ...store)).document).toMatchObject([
    { fileName: "2025-03-05.xml", actor: "operator:cron", matched: 1 },
  ]);

  const unmatched = await json("statement", "unmatched", ...store);
  expect(unmatched.document).toMatchObject([{ suggestions: [{ paymentId: other.paymentId, reasons: ["amount"] }] }]);
  const [{ entryId }] = unmatched.document as [{ entryId: string }];
  expect((await json("statement", "assign", entryId, other.paymentId)).document).toEqual({
    entryId,
    paymentId: other.paymentId,
    state: "settled",
  });
  const again = await call("statement", "put-aside", entryId, "--reason", "rent");
  expect(again).toMatchObject({ exitCode: 1, error: expect.stringContaining("already") });
  expect((await call("statement", "unmatched", ...store)).out).toBe(
    "Every entry is assigned to a payment or put aside.",
  );
});

test("reads CSV with a column map from a file, and stores the map", async () => {
  const { json, merchantId, payment, file } = await furnished();
  const map = file(
    "map.json",
    JSON.stringify({ columns: { bookedOn: 1, amount: 2, remittance: 3 }, hasHeaderRow: false, currency: "EUR" }),
  );
  const csv = (name: string, text: string) => file(name, `05.03.2025;19,99;${text}\n`);
  const store = ["--merchant-id", merchantId];
  const first = csv("a.csv", payment.remittanceInfo);
  expect((await json("statement", "import", first, ...store, "--column-map", map)).document).toMatchObject({
    format: "csv",
    matched: 1,
  });
  expect((await json("statement", "import", csv("b.csv", "more"), ...store)).document).toMatchObject({ unmatched: 1 });
});

test("a dry run says that it shows the first hundred entries, and --json has all of them", async () => {
  const { call, json, merchantId, file } = await furnished();
  const entries = (count: number) => camt(...Array.from({ length: count }, (_, at) => ({ text: `Danke ${at}` })));
  const dryRun = (path: string) => ["statement", "import", path, "--merchant-id", merchantId, "--dry-run"];
  const long = dryRun(file("long.xml", entries(101)));
  expect((await call(...long)).out).toContain("\n\nThe first 100 of 101 entries; --json has all.");
  const { preview } = (await json(...long)).document as { preview: unknown[] };
  expect(preview).toHaveLength(101);
  expect((await call(...dryRun(file("short.xml", entries(100))))).out).not.toContain("--json");
});

test("a dry run says that an entry names a test payment, which no statement settles", async () => {
  const { call, json, merchantId, tried, file } = await furnished();
  const argv = ["statement", "import", file("test.xml", camt({ text: tried.remittanceInfo }, { text: "Danke" }))];
  argv.push("--merchant-id", merchantId, "--dry-run");
  const { preview } = (await json(...argv)).document as { preview: { outcome: string; testPaymentId?: string }[] };
  expect(preview.map(({ outcome, testPaymentId }) => [outcome, testPaymentId])).toEqual([
    ["unmatched", tried.paymentId],
    ["unmatched", undefined],
  ]);
  expect((await call(...argv)).out).toContain(`names the test payment ${tried.paymentId}`);
});

test("reports progress on standard error and leaves standard output to the result", async () => {
  const { call, merchantId, file } = await furnished();
  const path = file(
    "large.sta",
    `:20:A\n:25:X\n:60F:C250305EUR0,\n${":61:2503050305D1,00NTRFNONREF\n".repeat(2100)}:62F:C250305EUR0,\n`,
  );
  const result = await call("statement", "import", path, "--merchant-id", merchantId, "--json");
  expect(JSON.parse(result.out)).toMatchObject({ format: "mt940", entries: 2100, notCounted: 2100 });
  expect(result.error).toContain("1000 entries read, 0 matched");
});

test.each([
  [["statement", "import", "/nowhere.xml", "--merchant-id", "x"], 2, "there is none at"],
  [["statement", "import"], 2, "--file is missing"],
  [["statement", "assign", "ent_1"], 2, "--payment-id is missing"],
  [["statement", "assign", "a", "b", "c"], 2, "takes 2 arguments; got"],
  [["statement", "assign", "ent_1", "pay_1"], 1, "is not a known statement entry"],
])("%j is refused with what would be valid", async (argv, exitCode, words) => {
  const { call } = await furnished();
  const result = await call(...argv);
  expect(result.exitCode).toBe(exitCode);
  expect(result.error).toContain(words);
});

test("a file that cannot be read is refused with its line and column", async () => {
  const { call, merchantId, file } = await furnished();
  const path = file("broken.xml", "<Document>\n<BkToCstmrStmt>\n<Stmt></BkToCstmrStmt>");
  const result = await call("statement", "import", path, "--merchant-id", merchantId);
  expect(result).toMatchObject({ exitCode: 1, error: expect.stringContaining("line 3, column") });
});
