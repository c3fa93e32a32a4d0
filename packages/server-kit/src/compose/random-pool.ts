// Cryptographic random bytes, fetched from the platform in large chunks: a call for a few bytes costs as much as for thousands.
import { randomFillSync } from "node:crypto";
import type { RandomBytes } from "../domain/clock.js";

const poolSize = 4096;

/** Every byte is used once and wiped from the pool. */
export function createRandomPool(): RandomBytes {
  const pool = new Uint8Array(poolSize);
  let used = poolSize;
  return (count) => {
    if (count > poolSize) return randomFillSync(new Uint8Array(count));
    if (used + count > poolSize) {
      randomFillSync(pool);
      used = 0;
    }
    const bytes = pool.slice(used, used + count);
    pool.fill(0, used, used + count);
    used += count;
    return bytes;
  };
}
