// Tests the rotation of the encryption key: all values are re-encrypted with the new one, and the old one can
// be removed.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPaymentService, sqliteStorage } from "../../src/index.js";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "reseal-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const oldKey = randomBytes(32);
const newKey = randomBytes(32);

const open = (encryptionKey: Uint8Array[] | undefined) =>
  createPaymentService({
    baseUrl: "http://127.0.0.1:8080",
    storage: sqliteStorage({ filename: join(directory, "payments.db") }),
    encryptionKey,
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
  });

test("after a reseal the old key can be removed, and deliveries are still signed", async () => {
  const before = open([oldKey]);
  const { merchantId } = await before.stores.create({ name: "Shop", webhookUrl: "http://127.0.0.1:9/hook" });
  await before.stores.announceWebhookSecret(merchantId);
  await before.stop();

  const rotating = open([newKey, oldKey]);
  expect(await rotating.reseal()).toEqual({ resealed: 2 });
  expect(await rotating.reseal()).toEqual({ resealed: 0 });
  await rotating.stop();

  const after = open([newKey]);
  // The secret can be decrypted: the challenge is signed and sent, though nothing listens at the address.
  expect(await after.webhooks.verifyIntegration(merchantId)).toMatchObject({ ok: false, reason: "unreachable" });
  await after.stop();

  const tooEarly = open([oldKey]);
  await expect(tooEarly.reseal()).rejects.toThrow(/need the encryption key/);
  await tooEarly.stop();
});

test("a deployment that started with a generated key can change to its own key", async () => {
  const before = open(undefined);
  await before.stores.create({ name: "Shop", webhookUrl: "http://127.0.0.1:9/hook" });
  await before.stop();

  const after = open([newKey]);
  expect(await after.reseal()).toEqual({ resealed: 1 });
  await after.stop();
});
