// Secrets at rest: AES-256-GCM, bound to their purpose, readable by every key of the ring and sealed by the first.
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createVault } from "../../src/domain/vault.js";

const oldKey = new Uint8Array(32).fill(1);
const newKey = new Uint8Array(32).fill(2);
const vault = createVault([oldKey], randomBytes);

test("sealed text of any kind can be opened", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (plain, purpose) => {
      expect(vault.open(vault.seal(plain, purpose), purpose)).toBe(plain);
    }),
  );
});

test("sealed text contains nothing of the plain text and differs each time", () => {
  const plain = "DE89370400440532013000";
  const sealed = vault.seal(plain, "iban");
  expect(sealed).not.toContain(plain);
  expect(Buffer.from(sealed.split(".")[3] ?? "", "base64url").toString("latin1")).not.toContain(plain);
  expect(vault.seal(plain, "iban")).not.toBe(sealed);
});

test("a value sealed for one purpose cannot be opened for another", () => {
  const sealed = vault.seal("secret", "webhook secret of shop_1");
  expect(() => vault.open(sealed, "webhook secret of shop_2")).toThrow();
});

test("any changed part of a sealed value is refused", () => {
  const sealed = vault.seal("a secret of some length", "purpose");
  const parts = sealed.split(".");
  for (const index of [0, 1, 2, 3, 4]) {
    const part = parts[index] ?? "";
    const changed = parts.with(index, (part.startsWith("A") ? "B" : "A") + part.slice(1)).join(".");
    expect(() => vault.open(changed, "purpose"), `part ${index}`).toThrow();
    expect(() => vault.open(parts.toSpliced(index, 1).join("."), "purpose"), `without part ${index}`).toThrow();
  }
});

test("a shortened authentication tag is refused", () => {
  const parts = vault.seal("secret", "purpose").split(".");
  for (const length of [0, 4, 8, 12, 15]) {
    const tag = Buffer.from(parts[4] ?? "", "base64url")
      .subarray(0, length)
      .toString("base64url");
    expect(() => vault.open(parts.with(4, tag).join("."), "purpose"), `${length} bytes`).toThrow();
  }
});

test.each(["", "v1", "plain text", "v2.a.b.c.d", "...."])("text that was never sealed is refused: %j", (text) => {
  expect(() => vault.open(text, "purpose")).toThrow();
});

test("while keys rotate, the old key still opens and the new one seals", () => {
  const sealedBefore = vault.seal("secret", "purpose");
  const rotating = createVault([newKey, oldKey], randomBytes);
  expect(rotating.open(sealedBefore, "purpose")).toBe("secret");
  expect(rotating.isCurrent(sealedBefore)).toBe(false);
  const sealedAfter = rotating.seal("secret", "purpose");
  expect(rotating.isCurrent(sealedAfter)).toBe(true);
  expect(createVault([newKey], randomBytes).open(sealedAfter, "purpose")).toBe("secret");
});

test("a value whose key is missing is refused with a message that names the key and no secret", () => {
  const sealed = vault.seal("secret", "purpose");
  const keyId = sealed.split(".")[1] ?? "";
  const opening = () => createVault([newKey], randomBytes).open(sealed, "purpose");
  expect(opening).toThrow(keyId);
  expect(opening).not.toThrow("secret");
});

test.each([0, 16, 31, 33, 64])("refuses a key of %i bytes", (length) => {
  expect(() => createVault([new Uint8Array(length)], randomBytes)).toThrow(
    `32 bytes (base64 or Uint8Array); got ${length}`,
  );
});

test("refuses an empty list of keys", () => {
  expect(() => createVault([], randomBytes)).toThrow("at least one key");
});
