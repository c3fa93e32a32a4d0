// Where do ids, secrets and jitter come from? From the platform, or from a number, so that a run can be replayed exactly.
import { createHash, randomFillSync } from "node:crypto";
import type { Random, RandomBytes } from "../../../server-kit/src/domain/clock.js";

export interface RandomSource {
  random: Random;
  randomBytes: RandomBytes;
}

export function platformRandom(): RandomSource {
  return {
    random: Math.random,
    randomBytes: (count) => randomFillSync(new Uint8Array(count)),
  };
}

/** The same number gives the same figures and bytes in the same order. */
export function seededRandom(seed: number): RandomSource {
  let drawn = 0;
  const randomBytes: RandomBytes = (count) => {
    const bytes = new Uint8Array(count);
    for (let at = 0; at < count; at += 32) {
      drawn += 1;
      bytes.set(digest(`${seed}:${drawn}`).subarray(0, count - at), at);
    }
    return bytes;
  };
  return { randomBytes, random: () => fractionOf(randomBytes(6)) };
}

/** A figure in [0, 1) that depends on these words only. */
export function fractionFrom(...words: (string | number)[]): number {
  return fractionOf(digest(JSON.stringify(words)));
}

function fractionOf(bytes: Uint8Array): number {
  return Buffer.from(bytes).readUIntBE(0, 6) / 2 ** 48;
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
