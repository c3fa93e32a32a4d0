// Random base62 text, for ids, tokens and keys.
import type { RandomBytes } from "./clock.js";

export const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The largest multiple of 62 that a byte can be below: larger bytes are skipped, so that every character is equally likely. */
const fairLimit = 256 - (256 % base62.length);

/** Base62 text of `length` characters from a source of random bytes. */
export function randomText(length: number, randomBytes: RandomBytes): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fairLimit && text.length < length) text += base62[byte % base62.length];
    }
  }
  return text;
}
