// Reads API key and base URL of a command. The key comes from the environment only: other users of the machine could read an argument.
import { createHmac } from "node:crypto";
import { readKeyKind } from "../api-key.js";
import { checkBaseUrl } from "../base-url.js";
import { type CommandIo, CommandUsageError } from "./command-io.js";

export interface Account {
  apiKey: string;
  /** Without a slash at its end. */
  baseUrl: string;
}

/** @throws CommandUsageError for a missing value, and for a live key */
export function readAccount(io: Pick<CommandIo, "environment">, baseUrl: string | undefined): Account {
  const apiKey = io.environment.PAYMENT_SESSIONS_API_KEY?.trim();
  if (!apiKey) throw new CommandUsageError("Set PAYMENT_SESSIONS_API_KEY to a test key of your store.");
  const kind = readKeyKind(apiKey);
  if (kind === "live")
    throw new CommandUsageError("PAYMENT_SESSIONS_API_KEY is a live key: this command takes test keys only.");
  const given = baseUrl ?? io.environment.PAYMENT_SESSIONS_BASE_URL;
  if (!given) throw new CommandUsageError("Pass --base-url, or set PAYMENT_SESSIONS_BASE_URL to the service's URL.");
  try {
    return { apiKey, baseUrl: checkBaseUrl(given) };
  } catch (error) {
    throw new CommandUsageError(
      `${baseUrl === undefined ? "PAYMENT_SESSIONS_BASE_URL" : "--base-url"}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The secret of forwarded webhooks: constant for a key, and reveals neither the key nor the store's own secret. */
export function listenerSecret(apiKey: string): string {
  return `whs_listen_${createHmac("sha256", apiKey).update("payment-sessions listen").digest("hex").slice(0, 40)}`;
}
