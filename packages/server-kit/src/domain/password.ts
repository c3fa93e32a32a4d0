// Hashes and checks panel passwords: scrypt with the cost that OWASP's password storage cheat sheet recommends (N 2^15, r 8, p 3).
import { scrypt, timingSafeEqual } from "node:crypto";
import type { RandomBytes } from "./clock.js";
import { commonPasswords } from "./generated/common-passwords.js";
import { randomText } from "./random-text.js";
import type { RefusalDetail } from "./refusal.js";

const cost = { N: 2 ** 15, r: 8, p: 3 };
const keyLength = 32;
/** scrypt needs 128 * N * r bytes, 32 MiB here, which is above Node's default limit. */
const maxmem = 64 * 1024 * 1024;

export const minPasswordCharacters = 12;
/** Bounds the work that an anonymous request can cause; real passphrases are shorter. */
export const maxPasswordCharacters = 256;

/** The stored text: algorithm with cost parameters, salt and key, so that the cost can be changed later. */
export async function hashPassword(password: string, randomBytes: RandomBytes): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ["scrypt", cost.N, cost.r, cost.p, base64(salt), base64(key)].join("$");
}

/** A hash of `undefined` (no such user) never matches and takes the same time. */
export async function isPasswordCorrect(password: string, storedHash: string | undefined): Promise<boolean> {
  const [, n, r, p, salt = "", key = ""] = (storedHash ?? dummyHash).split("$");
  const expected = Buffer.from(key, "base64url");
  const given = await derive(password, Buffer.from(salt, "base64url"), {
    N: Number(n),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(given, expected) && storedHash !== undefined;
}

/** Length matters; rules about character classes lead to worse passwords (NIST SP 800-63B). */
export function findPasswordViolations(password: string, email: string): RefusalDetail[] {
  const length = [...password].length;
  if (length < minPasswordCharacters || length > maxPasswordCharacters) {
    const message = `must have ${minPasswordCharacters} to ${maxPasswordCharacters} characters; a passphrase of several words works well`;
    return [{ path: "password", rule: "length", message }];
  }
  // Usually the end of a line of the file that the password came from, which the password field of a browser removes.
  if (/\p{Cc}/u.test(password)) {
    return [{ path: "password", rule: "characters", message: "must not contain a control character" }];
  }
  const hasEmailInside = email !== "" && password.toLowerCase().includes(email.toLowerCase());
  if (new Set(password).size < 5 || hasEmailInside) {
    return [
      { path: "password", rule: "guessable", message: "must not be a repeated pattern or contain the e-mail address" },
    ];
  }
  if (isCommon(password)) {
    const message = "is too common; choose a few unrelated words";
    return [{ path: "password", rule: "common", message }];
  }
  return [];
}

/** `password1234`, `P@ssw0rd2024!` and `qwertydragon` are as common as their parts. */
function isCommon(password: string): boolean {
  const plain = password.normalize("NFKC").toLowerCase();
  const candidates = [plain, plain.replace(/[@4$50137]/g, (sign) => lookAlikes[sign] ?? sign)].flatMap((text) => [
    text,
    text.replace(/^[^a-z]+|[^a-z]+$/g, ""),
  ]);
  return candidates.some((text) => commonPasswords.has(text) || isTwoCommon(text));
}

const lookAlikes: Record<string, string> = {
  "@": "a",
  "4": "a",
  $: "s",
  "5": "s",
  "0": "o",
  "1": "i",
  "3": "e",
  "7": "t",
};

function isTwoCommon(text: string): boolean {
  for (let cut = 4; cut <= text.length - 4; cut += 1) {
    if (commonPasswords.has(text.slice(0, cut)) && commonPasswords.has(text.slice(cut))) return true;
  }
  return false;
}

/** A password of 143 random bits for the first sign-in: shown once, then changed by the user. */
export function generatePassword(randomBytes: RandomBytes): string {
  return (randomText(24, randomBytes).match(/.{6}/g) ?? []).join("-");
}

const dummyHash = [
  "scrypt",
  cost.N,
  cost.r,
  cost.p,
  base64(new Uint8Array(16)),
  base64(new Uint8Array(keyLength)),
].join("$");

function derive(password: string, salt: Uint8Array, { N, r, p }: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Normalised: composed and decomposed accents are the same password, because keyboards differ.
    scrypt(password.normalize("NFKC"), salt, keyLength, { N, r, p, maxmem }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
