// Tests a wrong, missing or partly rotated encryption key, and rotation while the service runs.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPaymentService, type PaymentService, sqliteStorage } from "../../src/index.js";
import { freshStorage } from "../storages.js";

let directory = "";
const services: PaymentService[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "rotation-"));
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
  rmSync(directory, { recursive: true, force: true });
});

const keyNamed = (name: string) => createHash("sha256").update(name).digest();
const oldKey = keyNamed("old");
const newKey = keyNamed("new");
const idOf = (key: Uint8Array) => createHash("sha256").update("key id").update(key).digest("hex").slice(0, 8);

function open(encryptionKey: Uint8Array | Uint8Array[] | undefined): PaymentService {
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:8080",
    storage: sqliteStorage({ filename: join(directory, "payments.db") }),
    encryptionKey,
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
  });
  services.push(service);
  return service;
}

async function sealUnder(key: Uint8Array | undefined): Promise<string> {
  const service = open(key);
  const { merchantId } = await service.stores.create({ name: "Shop", webhookUrl: "http://127.0.0.1:9/hook" });
  await service.stop();
  return merchantId;
}

test.each([
  ["another one", [newKey], /after the new one in the list; run `payment-sessions reseal`/],
  ["none", undefined, /no encryption key is configured\. Set PAYMENT_SESSIONS_ENCRYPTION_KEY/],
])(
  "O5: with %s instead of the key of sealed values, the start is refused with the missing key id and the fix",
  async (_, given, fix) => {
    await sealUnder(oldKey);
    const wrong = open(given);
    await expect(wrong.start()).rejects.toThrow(idOf(oldKey));
    await expect(wrong.start()).rejects.toThrow(fix);
    await expect(wrong.payments.list()).rejects.toThrow(idOf(oldKey));
  },
);

test("O5: the error names every missing key and no other", async () => {
  await sealUnder(oldKey);
  const half = open([newKey, oldKey]);
  await half.stores.create({ name: "Later" });
  await half.stop();
  const third = keyNamed("third");
  const error = await open([third])
    .start()
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  expect(error).toMatchObject({
    name: "MissingEncryptionKeysError",
    missingKeyIds: [idOf(oldKey), idOf(newKey)].sort(),
  });
  await expect(open([third, oldKey]).start()).rejects.toMatchObject({ missingKeyIds: [idOf(newKey)] });
});

test("O5: after a start that was refused for its keys, a service with the right keys starts", async () => {
  const merchantId = await sealUnder(oldKey);
  await expect(open(newKey).start()).rejects.toThrow(idOf(oldKey));
  const right = open(oldKey);
  expect(await right.stores.get(merchantId)).toMatchObject({ merchantId });
});

test("O5: a key is rotated while the service runs: new key first, reseal by another process, then without the old one", async () => {
  const merchantId = await sealUnder(oldKey);
  const running = open([newKey, oldKey]);
  await running.start();
  const opens = () => running.webhooks.verifyIntegration(merchantId);
  // The secret can be decrypted: the challenge is signed and sent, though nothing listens at the address.
  expect(await opens()).toMatchObject({ ok: false, reason: "unreachable" });
  expect(await open([newKey, oldKey]).reseal()).toEqual({ resealed: 1 });
  expect(await opens()).toMatchObject({ ok: false, reason: "unreachable" });

  const after = open([newKey]);
  await after.start();
  expect(await after.webhooks.verifyIntegration(merchantId)).toMatchObject({ ok: false, reason: "unreachable" });
  await expect(open([oldKey]).start()).rejects.toThrow(idOf(newKey));
});

test.each([
  ["zeros", new Uint8Array(32)],
  ["one repeated byte", new Uint8Array(32).fill(7)],
  ["a repeated word", Buffer.from("password".repeat(4))],
  ["counted bytes", Uint8Array.from({ length: 32 }, (_, index) => index)],
])("O5: a key of %s is refused without being shown", (_, key) => {
  const base64 = Buffer.from(key).toString("base64");
  for (const encryptionKey of [key, base64, [newKey, key]]) {
    const attempt = () =>
      createPaymentService({
        baseUrl: "http://127.0.0.1:1",
        storage: freshStorage(),
        // One of the three forms that the option accepts, named as one of them.
        encryptionKey: encryptionKey as Uint8Array,
      });
    expect(attempt).toThrow(/encryptionKey(\[1\])? can be guessed.*openssl rand -base64 32/);
    expect(attempt).not.toThrow(base64);
  }
});
