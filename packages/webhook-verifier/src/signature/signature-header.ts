// Which 32 bytes does a signature header promise? (specification: Events, X-Service-Signature)

// Anchored. HTTP allows blanks and tabs around a value, and nothing else; `$` without the m flag does not accept a line feed.
const GRAMMAR = /^[ \t]*sha256=[\da-fA-F]{64}[ \t]*$/;

/** The decoded digest, or `undefined` for anything but `sha256=` and 64 hex digits of either case. */
export function readSignature(header: unknown): Uint8Array | undefined {
  if (typeof header !== "string" || !GRAMMAR.test(header)) return undefined;
  const start = header.indexOf("=") + 1;
  const digest = new Uint8Array(32);
  for (let i = 0; i < 64; i += 2)
    digest[i / 2] = (nibble(header.charCodeAt(start + i)) << 4) | nibble(header.charCodeAt(start + i + 1));
  return digest;
}

// The grammar left only hex digits: bit 6 is set for letters, whose low bits count from 1.
function nibble(charCode: number): number {
  return (charCode & 15) + (charCode >> 6) * 9;
}
