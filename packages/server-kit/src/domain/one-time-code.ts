// One-time codes of authenticator apps (TOTP, RFC 6238: SHA-1, six digits, 30 seconds) and the recovery codes that stand in for them.
import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { randomText } from "./api-key.js";
import type { RandomBytes } from "./clock.js";

const period = 30;
/** A phone's clock may be one step off. */
const toleratedSteps = 1;
const recoveryCodeCount = 10;

/** 160 bits as base32, the way authenticator apps take them. */
export function createCodeSecret(randomBytes: RandomBytes): string {
  // Copied: the library keeps the buffer that it is given.
  return new Secret({ buffer: new Uint8Array(randomBytes(20)).slice().buffer }).base32;
}

/** The `otpauth:` address that a QR code carries. */
export function codeUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, issuer, label).toString();
}

/** The time step of a right code; undefined for a wrong one, and for one of a step that was used before. */
export function stepOfCode(
  secret: string,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | undefined {
  const digits = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(digits)) return undefined;
  const delta = totpOf(secret).validate({ token: digits, timestamp: now, window: toleratedSteps });
  if (delta === null) return undefined;
  const step = Math.floor(now / 1000 / period) + delta;
  return step > lastStep ? step : undefined;
}

/** Ten codes of 71 bits each, such as `k7Fp-Qx9w-D1bZ`; shown once. */
export function createRecoveryCodes(randomBytes: RandomBytes): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    (randomText(12, randomBytes).match(/.{1,4}/g) ?? []).join("-"),
  );
}

/** Case counts, blanks and hyphens do not. A fast hash is enough for what nobody can guess. */
export function hashRecoveryCode(code: string): string {
  return createHash("sha256").update(code.replace(/[\s-]/g, "")).digest("hex");
}

function totpOf(secret: string, issuer = "", label = "account"): TOTP {
  return new TOTP({ issuer, label, algorithm: "SHA1", digits: 6, period, secret: Secret.fromBase32(secret) });
}
