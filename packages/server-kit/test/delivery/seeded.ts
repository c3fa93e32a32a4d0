// A reproducible random source: the same seed gives the same numbers and bytes.
import { createHash } from "node:crypto";

export function seeded(seed: string) {
  let counter = 0;
  const block = () => createHash("sha256").update(`${seed}:${counter++}`).digest();
  return {
    random: () => block().readUInt32BE(0) / 2 ** 32,
    randomBytes: (count: number): Uint8Array => {
      const blocks: Buffer[] = [];
      while (blocks.length * 32 < count) blocks.push(block());
      return Buffer.concat(blocks).subarray(0, count);
    },
  };
}
