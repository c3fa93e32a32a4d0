// Source of ids, secrets and jitter: the platform, or a seed with which a run can be repeated exactly.
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

/** The same seed gives the same numbers and bytes in the same order. */
export function seededRandom(seed: number): RandomSource {
  let blockCount = 0;
  const randomBytes: RandomBytes = (count) => {
    const bytes = new Uint8Array(count);
    for (let offset = 0; offset < count; offset += 32) {
      blockCount += 1;
      bytes.set(digest(`${seed}:${blockCount}`).subarray(0, count - offset), offset);
    }
    return bytes;
  };
  return { randomBytes, random: () => fractionOf(randomBytes(6)) };
}

/** A number from 0 up to, but not including, 1 that depends on these values only. */
export function fractionFrom(...values: (string | number)[]): number {
  return fractionOf(digest(JSON.stringify(values)));
}

function fractionOf(bytes: Uint8Array): number {
  return Buffer.from(bytes).readUIntBE(0, 6) / 2 ** 48;
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
