// Ids: time-ordered payment ids (rows of one day are adjacent on disk), random ids and tokens.
import { createHash } from "node:crypto";
import type { RandomBytes } from "./clock.js";
import { randomText } from "./random-text.js";

const timeAlphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

/** `pay_`, nine characters of time, sixteen random base62 characters (95 bits). */
export function createPaymentId(now: number, randomBytes: RandomBytes): string {
  return createTimedId("pay", now, randomBytes);
}

/** `<kind>_` and the format of a payment id: ids of one kind sort by creation time. */
export function createTimedId(kind: string, now: number, randomBytes: RandomBytes): string {
  return `${kind}_${timeText(now)}${randomText(16, randomBytes)}`;
}

/** As `createTimedId`; ids of the same millisecond sort by their place in a list, 0 to two billion. */
export function createPlacedId(kind: string, now: number, place: number, randomBytes: RandomBytes): string {
  return `${kind}_${timeText(now)}${place.toString(36).padStart(6, "0")}${randomText(16, randomBytes)}`;
}

/** Lower bound of the ids of payments created at or after `createdFrom`, epoch milliseconds: none of them sorts before it. */
export function firstPaymentIdOf(createdFrom: number): string {
  return `pay_${timeText(createdFrom)}`;
}

/** `<kind>_` and 22 random base62 characters (131 bits). */
export function createId(kind: string, randomBytes: RandomBytes): string {
  return `${kind}_${randomText(22, randomBytes)}`;
}

/** A secret token for links and cookies: 43 base62 characters (256 bits). */
export function createToken(randomBytes: RandomBytes): string {
  return randomText(43, randomBytes);
}

/** The form in which a token is stored: whoever reads the database cannot use it. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** UUIDv4, required for delivery ids (spec/rules.md#events). */
export function createUuid(randomBytes: RandomBytes): string {
  let text = "";
  for (const [index, byte] of randomBytes(16).entries()) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += "-";
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    text += hexOf[marked];
  }
  return text;
}

const hexOf: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Negative times, which only filters contain, are encoded as 0. */
function timeText(now: number): string {
  let rest = Math.max(0, now);
  let text = "";
  for (let index = 0; index < 9; index += 1) {
    text = timeAlphabet[rest % 36] + text;
    rest = Math.floor(rest / 36);
  }
  return text;
}
