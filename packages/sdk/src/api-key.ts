// Which environment does a key belong to, and may it be used here? Specification, section "Authentication".
import { UsageError } from "./errors.js";

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
  if (typeof apiKey !== "string" || apiKey === "") {
    throw new UsageError("apiKey is missing: pass the store's API key, for example from an environment variable.", {
      code: "INVALID_API_KEY",
    });
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new UsageError(
      "apiKey contains spaces, line breaks or other characters that no key has; was it read from a file with a line end?",
      { code: "INVALID_API_KEY" },
    );
  }
  const kind = readKeyKind(apiKey);
  if (environment !== undefined && kind !== "legacy" && kind !== environment) {
    const found = kind === "unknown" ? "is neither a live_, test_ nor legacy_ key" : `is a ${kind} key`;
    throw new UsageError(`apiKey ${found}, but environment is "${environment}".`, { code: "KEY_ENVIRONMENT_MISMATCH" });
  }
  return apiKey;
}
