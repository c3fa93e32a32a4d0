// payment-sessions privacy export and erase.
import { expect, test } from "vitest";
import { barePayment } from "../storage/conformance/sample-records.js";
import { commandLineOn, freshDatabase, freshFile, storageOn } from "./call-command-line.js";

test("privacy erase finds an address in any case of its letters, beyond ASCII too", async () => {
  const database = await freshDatabase();
  const storage = storageOn(database);
  await storage.open();
  const emails = { pay_1: "\u00c4RGER@example.com", pay_2: "\u00e4rger@example.com", pay_3: "arger@example.com" };
  await storage.write(async (records) => {
    for (const [paymentId, customerEmail] of Object.entries(emails)) {
      await records.payments.insert(barePayment({ paymentId, orderId: paymentId, state: "settled", customerEmail }));
    }
  });
  await storage.close();
  const { json } = commandLineOn(database);
  expect((await json("privacy", "erase", "--email", "\u00e4Rger@example.com", "--yes")).document).toEqual({
    erased: ["pay_1", "pay_2"],
    kept: [],
  });
});

test("privacy export without a choice says what is missing, also where there is no database", async () => {
  const { exitCode, error } = await commandLineOn(freshFile()).call("privacy", "export");
  expect([exitCode, error]).toEqual([2, expect.stringContaining("Give either --payment-id, or --email")]);
});

test("O25: privacy export prints a buyer's data, privacy erase erases it only with --yes", async () => {
  const database = await freshDatabase();
  const storage = storageOn(database);
  await storage.open();
  await storage.write((records) =>
    records.payments.insert(barePayment({ paymentId: "pay_1", state: "settled", customerEmail: "ann@example.com" })),
  );
  await storage.close();
  const { call, json } = commandLineOn(database);
  const buyer = ["--email", "ann@example.com"];
  expect((await call("privacy", "export", ...buyer)).out).toContain('"customerEmail": "ann@example.com"');
  expect(await call("privacy", "erase", ...buyer)).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("--yes"),
  });
  expect(await json("privacy", "erase", ...buyer, "--yes")).toEqual({
    exitCode: 0,
    document: { erased: ["pay_1"], kept: [] },
  });
  expect(await json("privacy", "export", ...buyer)).toEqual({ exitCode: 0, document: { payments: [] } });
  expect((await call("privacy", "export", "--payment-id", "pay_1")).out).not.toContain("ann@example.com");
  for (const wrong of [[], ["--payment-id", "pay_1", ...buyer], ["--merchant-id", "shop"]]) {
    expect(await call("privacy", "export", ...wrong)).toMatchObject({ exitCode: 2 });
  }
});
