// Which of the digests is the promised one? The time taken does not depend on the answer, nor on where a difference stands.

/**
 * Index of the first digest equal to `promised`, or -1. Every digest is compared to its end.
 * One comparison for all runtimes: WebCrypto has none, and `timingSafeEqual` throws where lengths differ.
 */
export function indexOfDigest(digests: readonly Uint8Array[], promised: Uint8Array): number {
  return digests.map((digest) => isSameDigest(digest, promised)).indexOf(true);
}

// Both sides are 32 bytes: one comes from HMAC-SHA256, the other from the anchored grammar.
function isSameDigest(left: Uint8Array, right: Uint8Array): boolean {
  let difference = 0;
  for (let i = 0; i < 32; i++) difference |= (left[i] as number) ^ (right[i] as number);
  return difference === 0;
}
