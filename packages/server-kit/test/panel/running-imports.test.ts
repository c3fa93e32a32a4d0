// An import that outlasts its request continues, and shows its progress until it is done.
import { expect, test } from "vitest";
import { createVault } from "../../src/domain/vault.js";
import { createRunningImports } from "../../src/http/panel/statements/running-imports.js";
import { seeded } from "../delivery/seeded.js";
import { generatedStatement } from "../statements/generated-statement.js";
import { sampleStore } from "../storage/conformance/sample-records.js";
import { freshStorage } from "../storages.js";

async function setUp(waitMs: number) {
  const { random, randomBytes } = seeded("running-imports");
  const storage = freshStorage();
  await storage.open();
  const store = sampleStore({ deletedAt: undefined });
  await storage.write((records) => records.stores.insertIfAbsent(store));
  const logged: unknown[] = [];
  const dependencies = {
    storage,
    clock: { now: () => 1_795_780_800_000 },
    random,
    randomBytes,
    vault: createVault([randomBytes(32)], randomBytes),
    announce() {},
    logger: { debug() {}, info() {}, warn() {}, error: (entry: unknown) => logged.push(entry) },
  };
  const imports = createRunningImports(dependencies, waitMs);
  const content = Buffer.concat([...generatedStatement("camt-entries", 400)]);
  const begin = () => imports.begin({ merchantId: store.merchantId, content, actor: "ann@shop.example" });
  const finishedAt = async (statementId: string) =>
    (await storage.read((records) => records.statements.find(store.merchantId, statementId)))?.finishedAt;
  return { imports, begin, finishedAt, storage, store, logged };
}

test("a file that is imported within the wait is shown as done in the page's response", async () => {
  const { imports, begin, finishedAt } = await setUp(60_000);
  const statementId = await begin();
  expect(await finishedAt(statementId)).toBeDefined();
  expect(imports.progressOf(statementId)).toBeUndefined();
});

test("a larger one continues, shows its progress, and ends by itself", async () => {
  const { imports, begin, finishedAt, logged } = await setUp(0);
  const statementId = await begin();
  expect(imports.progressOf(statementId)).toMatchObject({ entryCount: 400 });
  const seen: number[] = [];
  for (
    let progress = imports.progressOf(statementId);
    progress !== undefined;
    progress = imports.progressOf(statementId)
  ) {
    if (progress.entries !== seen.at(-1)) seen.push(progress.entries);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(seen.length).toBeGreaterThan(1);
  expect(seen).toEqual(seen.toSorted((left, right) => left - right));
  expect([await finishedAt(statementId), logged]).toEqual([expect.any(Number), []]);
});

test("an import that fails after the page's response is logged, and no longer runs", async () => {
  const { imports, begin, storage, logged } = await setUp(0);
  const statementId = await begin();
  await storage.close();
  while (imports.progressOf(statementId) !== undefined) await new Promise((resolve) => setImmediate(resolve));
  expect(logged).toMatchObject([{ statementId, err: expect.any(Error) }]);
});

test("a file that cannot be read is refused at once", async () => {
  const { imports, store } = await setUp(0);
  const input = { merchantId: store.merchantId, content: "<Document", actor: "ann@shop.example" };
  await expect(imports.begin(input)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});
