// The format of API keys, and how a key is recognised without storing it (spec/rules.md#api-key, spec/rules.md#authentication, 3).
// Text: <prefix>_live_ | _test_ | _legacy_, 43 random base62 characters (256 bits), 6 check characters.
import { createHash } from "node:crypto";
import type { RandomBytes } from "./clock.js";
import type { Environment } from "./environment.js";
import { base62, randomText } from "./random-text.js";

export type ApiKeyKind = Environment | "legacy";

/** Scopes that limit a key; a key without scopes has full access. */
export const apiKeyScopes = ["payments:write", "payments:read", "webhooks:read", "sandbox:write"] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

export interface ApiKey {
  id: string;
  merchantId: string;
  environment: Environment;
  /** Issued for clients from before Bearer authentication; accepted, with deprecation headers in the response. */
  isLegacy: boolean;
  /** The visible start of the key: long enough to distinguish keys, too short to use. */
  prefix: string;
  /** Hex SHA-256 of the whole secret. */
  hash: string;
  /** Empty: all scopes. */
  scopes: ApiKeyScope[];
  createdAt: number;
  lastUsedAt: number | undefined;
  expiresAt: number | undefined;
  revokedAt: number | undefined;
}

const randomLength = 43;
const checkLength = 6;
const restOfKey = new RegExp(`^(?:live|test|legacy)_([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checkLength}})$`);

/** A new key's secret and its visible prefix. */
export function createApiKeySecret(
  { servicePrefix, kind }: { servicePrefix: string; kind: ApiKeyKind },
  randomBytes: RandomBytes,
): { secret: string; prefix: string } {
  const start = `${servicePrefix}_${kind}_`;
  const random = randomText(randomLength, randomBytes);
  return { secret: `${start}${random}${checkCharacters(start + random)}`, prefix: start + random.slice(0, 4) };
}

/** Whether text has the format and check characters of a key; a typo then costs no database look-up. */
export function isApiKeyForm(text: string, servicePrefix: string): boolean {
  const rest = text.startsWith(`${servicePrefix}_`) ? text.slice(servicePrefix.length + 1) : "";
  const match = restOfKey.exec(rest);
  return match !== null && checkCharacters(text.slice(0, -checkLength)) === match[2];
}

export function hashApiKey(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

function checkCharacters(text: string): string {
  let number = createHash("sha256").update(text).digest().readUIntBE(0, 6);
  let check = "";
  for (let index = 0; index < checkLength; index += 1) {
    check += base62[number % base62.length];
    number = Math.floor(number / base62.length);
  }
  return check;
}
