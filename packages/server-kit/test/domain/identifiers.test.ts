// Identifiers: payment ids in the order of time, unguessable ids and tokens, UUIDs of version 4.
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createId, createPaymentId, createToken, createUuid, firstPaymentIdOf } from "../../src/domain/identifiers.js";

const zeros = (count: number) => new Uint8Array(count);
const ones = (count: number) => new Uint8Array(count).fill(255);

test("a payment id is pay_, nine characters of time and sixteen random ones, safe in any URL", () => {
  expect(createPaymentId(1_795_780_800_000, randomBytes)).toMatch(/^pay_[0-9a-z]{9}[0-9A-Za-z]{16}$/);
});

test("payment ids of later milliseconds sort after earlier ones, until the year 5000", () => {
  const time = fc.integer({ min: 0, max: Date.UTC(5000, 0) });
  fc.assert(
    fc.property(time, time, (one, other) => {
      const first = createPaymentId(Math.min(one, other), randomBytes).slice(0, 13);
      const second = createPaymentId(Math.max(one, other), randomBytes).slice(0, 13);
      expect(first < second).toBe(one !== other);
    }),
  );
});

test("the lower bound of a time before 1970 is that of 1970", () => {
  expect(firstPaymentIdOf(Date.UTC(1960, 0))).toBe("pay_000000000");
  expect(firstPaymentIdOf(0)).toBe("pay_000000000");
});

test("payment ids of one millisecond differ", () => {
  const ids = Array.from({ length: 1000 }, () => createPaymentId(1_795_780_800_000, randomBytes));
  expect(new Set(ids).size).toBe(1000);
});

test("an id names its kind and carries more than 128 random bits", () => {
  const id = createId("key", randomBytes);
  expect(id).toMatch(/^key_[0-9A-Za-z]{22}$/);
  expect(22 * Math.log2(62)).toBeGreaterThan(128);
});

test("a token is 43 characters, 256 random bits", () => {
  expect(createToken(randomBytes)).toMatch(/^[0-9A-Za-z]{43}$/);
  expect(43 * Math.log2(62)).toBeGreaterThan(256);
});

test.each([
  ["all bits clear", zeros, "00000000-0000-4000-8000-000000000000"],
  [
    "the example of RFC 9562",
    () => Uint8Array.from(Buffer.from("919108f752d133205bacf847db4148a8", "hex")),
    "919108f7-52d1-4320-9bac-f847db4148a8",
  ],
  ["all bits set", ones, "ffffffff-ffff-4fff-bfff-ffffffffffff"],
])("a UUID has version 4 and its variant, and the other bits from the bytes: %s", (_, bytes, expected) => {
  expect(createUuid(bytes)).toBe(expected);
});
