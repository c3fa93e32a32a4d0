// One-time codes of authenticator apps (TOTP, RFC 6238: SHA-1, six digits, 30 seconds) and their recovery codes.
import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { RandomBytes } from "./clock.js";
import { randomText } from "./random-text.js";

const stepSeconds = 30;
/** Tolerates a device clock that is one step off. */
const toleratedSteps = 1;
export const recoveryCodeCount = 10;

/** 160 bits as base32, the format that authenticator apps accept. */
export function createCodeSecret(randomBytes: RandomBytes): string {
  // Copied, because the library keeps a reference to its input buffer.
  return new Secret({ buffer: new Uint8Array(randomBytes(20)).slice().buffer }).base32;
}

/** The `otpauth:` URI for the QR code. */
export function codeUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, issuer, label).toString();
}

/** The time step of a correct code; undefined for an incorrect one, and for a step that was used before. */
export function stepOfCode(
  secret: string,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | undefined {
  const digits = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(digits)) return undefined;
  const delta = totpOf(secret).validate({ token: digits, timestamp: now, window: toleratedSteps });
  if (delta === null) return undefined;
  const step = Math.floor(now / 1000 / stepSeconds) + delta;
  return step > lastStep ? step : undefined;
}

/** Ten codes of 71 bits each, such as `k7Fp-Qx9w-D1bZ`; shown once. */
export function createRecoveryCodes(randomBytes: RandomBytes): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    (randomText(12, randomBytes).match(/.{1,4}/g) ?? []).join("-"),
  );
}

/** Case-sensitive; ignores blanks and hyphens. A fast hash suffices for 71 random bits. */
export function hashRecoveryCode(code: string): string {
  return createHash("sha256").update(code.replace(/[\s-]/g, "")).digest("hex");
}

function totpOf(secret: string, issuer = "", label = "account"): TOTP {
  return new TOTP({
    issuer,
    label,
    algorithm: "SHA1",
    digits: 6,
    period: stepSeconds,
    secret: Secret.fromBase32(secret),
  });
}
