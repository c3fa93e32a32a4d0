// Which environment does a key belong to, and may it be used here? Specification, section "Authentication".
import { refusal } from "./errors.js";

export type Environment = "test" | "live";

/** `legacy` tokens do not tell their environment; `unknown` is a key of a form that we do not know. */
export type KeyKind = Environment | "legacy" | "unknown";

/** Read from the prefix: a service prefix followed by `live_`, `test_` or `legacy_`. */
export function readKeyKind(apiKey: string): KeyKind {
  const words = /(?:^|[^a-z])(live|test|legacy)_/i.exec(apiKey) ?? /.*(live|test|legacy)_/i.exec(apiKey);
  const kind = words?.[1]?.toLowerCase();
  return kind === "live" || kind === "test" || kind === "legacy" ? kind : "unknown";
}

/** @throws {UsageError} `INVALID_API_KEY`, `KEY_ENVIRONMENT_MISMATCH`; the key itself is never shown */
export function checkApiKey(apiKey: unknown, environment: Environment | undefined): string {
  if (typeof apiKey !== "string" || apiKey === "") throw refusal("INVALID_API_KEY", "apiKey is missing.");
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw refusal("INVALID_API_KEY", "apiKey contains spaces or other characters that no key has.");
  }
  const kind = readKeyKind(apiKey);
  if (environment !== undefined && kind !== "legacy" && kind !== environment) {
    const found = kind === "unknown" ? "is no live_, test_ or legacy_ key" : `is a ${kind} key`;
    throw refusal("KEY_ENVIRONMENT_MISMATCH", `apiKey ${found}, but environment is "${environment}".`);
  }
  return apiKey;
}
