// Checks API keys and reads their environment. spec/rules.md#authentication.
import { refusal } from "./errors.js";

export type Environment = "test" | "live";

/** `legacy` tokens do not show their environment; `unknown` is a key of an unknown form. */
export type KeyKind = Environment | "legacy" | "unknown" | "none";

/** Read from the prefix: a service prefix, which may hold these words too, followed by `live_`, `test_` or `legacy_`. */
export function readKeyKind(apiKey: string | null): KeyKind {
  if (apiKey === null) return "none";
  const match = /^(?:.*[^a-z])?(live|test|legacy)_/i.exec(apiKey) ?? /.*(live|test|legacy)_/i.exec(apiKey);
  const kind = match?.[1]?.toLowerCase();
  return kind === "live" || kind === "test" || kind === "legacy" ? kind : "unknown";
}

/**
 * `null` is allowed: a client for routes that need no key.
 * @throws {UsageError} `INVALID_API_KEY`, `KEY_ENVIRONMENT_MISMATCH`; the key itself is never shown
 */
export function checkApiKey(apiKey: unknown, environment: Environment | undefined): string | null {
  if (apiKey === null) return null;
  if (apiKey === undefined || apiKey === "") {
    throw refusal(
      "INVALID_API_KEY",
      "apiKey is missing: pass it, set PAYMENT_SESSIONS_API_KEY, or pass null for routes without a key, such as orders.get.",
    );
  }
  if (typeof apiKey !== "string") throw refusal("INVALID_API_KEY", `apiKey must be a string, not ${typeof apiKey}.`);
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw refusal(
      "INVALID_API_KEY",
      "apiKey contains characters that are not allowed in an API key: pass only the key, without a scheme, space or line break.",
    );
  }
  const kind = readKeyKind(apiKey);
  if (environment !== undefined && kind !== "legacy" && kind !== environment) {
    const found = kind === "unknown" ? "is not a live_, test_ or legacy_ key" : `is a ${kind} key`;
    throw refusal("KEY_ENVIRONMENT_MISMATCH", `apiKey ${found}, but environment is "${environment}".`);
  }
  return apiKey;
}
