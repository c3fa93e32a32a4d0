// Compares digests in constant time: the duration depends neither on the result nor on the position of a difference.

/**
 * Index of the first digest equal to `signature`, or -1. Every digest is compared to its end.
 * One comparison for all runtimes: WebCrypto has none, and `timingSafeEqual` throws where lengths differ.
 */
export function indexOfDigest(digests: readonly string[], signature: string): number {
  return digests.map((digest) => isSameDigest(digest, signature)).indexOf(true);
}

// Both sides are 64 lower-case hex digits: one comes from HMAC-SHA256, the other from the anchored grammar. Compared as text: decoding it
// would cost a tenth of a check.
function isSameDigest(left: string, right: string): boolean {
  let difference = 0;
  for (let i = 0; i < 64; i++) difference |= left.charCodeAt(i) ^ right.charCodeAt(i);
  return difference === 0;
}
