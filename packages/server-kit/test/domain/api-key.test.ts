// API keys: recognisable by form, unguessable, stored as a hash only (spec/rules.md#api-key, #authentication 3).
import { createHash, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createApiKeySecret, hashApiKey, isApiKeyForm } from "../../src/domain/api-key.js";
import { randomText } from "../../src/domain/random-text.js";

const kinds = ["live", "test", "legacy"] as const;
/** Sound for tests only: the same bytes each time. */
const counting = (start: number) => (count: number) => Uint8Array.from({ length: count }, (_, index) => start + index);
const newKey = (kind: (typeof kinds)[number], servicePrefix = "ps") =>
  createApiKeySecret({ servicePrefix, kind }, randomBytes);

test.each(kinds)("a %s key shows the service and its kind, then 43 random and 6 check characters", (kind) => {
  const { secret, prefix } = newKey(kind);
  expect(secret).toMatch(new RegExp(`^ps_${kind}_[0-9A-Za-z]{49}$`));
  expect(isApiKeyForm(secret, "ps")).toBe(true);
  expect(secret.startsWith(prefix)).toBe(true);
  expect(prefix).toMatch(new RegExp(`^ps_${kind}_[0-9A-Za-z]{4}$`));
});

test("a thousand keys are a thousand different ones", () => {
  expect(new Set(Array.from({ length: 1000 }, () => newKey("test").secret)).size).toBe(1000);
});

test("the random part is made from the given bytes alone", () => {
  const make = (start: number) => createApiKeySecret({ servicePrefix: "ps", kind: "live" }, counting(start)).secret;
  expect(make(0)).toBe(make(0));
  expect(make(0)).not.toBe(make(1));
});

test("a service prefix may contain an underscore, and another service's key is not accepted", () => {
  const { secret } = newKey("test", "my_shop");
  expect(isApiKeyForm(secret, "my_shop")).toBe(true);
  expect(isApiKeyForm(secret, "my")).toBe(false);
  expect(isApiKeyForm(secret, "ps")).toBe(false);
});

test("any single wrong character is detected before a look-up", () => {
  const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const { secret } = newKey("live");
  fc.assert(
    fc.property(fc.integer({ min: 8, max: secret.length - 1 }), fc.constantFrom(...alphabet), (at, character) => {
      const changed = secret.slice(0, at) + character + secret.slice(at + 1);
      expect(isApiKeyForm(changed, "ps")).toBe(changed === secret);
    }),
  );
});

test("a key of one environment is not a key of the other", () => {
  const { secret } = newKey("test");
  expect(isApiKeyForm(secret.replace("_test_", "_live_"), "ps")).toBe(false);
});

test.each([
  ["nothing", () => ""],
  ["the prefix alone", () => "ps_live_"],
  ["an unknown kind", () => newKey("test").secret.replace("_test_", "_prod_")],
  ["a space before", () => ` ${newKey("test").secret}`],
  ["a line break after", () => `${newKey("test").secret}\n`],
  ["one character more", () => `${newKey("test").secret}a`],
  ["one character less", () => newKey("test").secret.slice(0, -1)],
  ["ten thousand characters", () => "ps_test_".padEnd(10_000, "a")],
])("%s is not a key", (_, text) => {
  expect(isApiKeyForm(text(), "ps")).toBe(false);
});

test("the check of a key's form never throws", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string(), (text, prefix) => !isApiKeyForm(text, prefix)));
});

test("a key is stored as the SHA-256 of the whole secret", () => {
  const { secret } = newKey("live");
  expect(hashApiKey(secret)).toBe(createHash("sha256").update(secret).digest("hex"));
  expect(hashApiKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("every character of random text is equally likely: bytes that would bias it are skipped", () => {
  const everyByte = () => Uint8Array.from({ length: 256 }, (_, index) => index);
  const counts = new Map<string, number>();
  for (const character of randomText(248, everyByte)) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  expect([...counts.values()].every((count) => count === 4)).toBe(true);
});

test("random text reads more bytes until it is long enough", () => {
  let readCount = 0;
  const mostlySkipped = (count: number) => {
    readCount += 1;
    return Uint8Array.from({ length: count }, (_, index) => (index === 0 ? 1 : 255));
  };
  expect(randomText(5, mostlySkipped)).toBe("11111");
  expect(readCount).toBe(5);
  expect(randomText(0, mostlySkipped)).toBe("");
});
