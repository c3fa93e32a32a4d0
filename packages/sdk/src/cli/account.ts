// With which key, and at which service? The key comes from the environment only: an argument could be read by other users of the machine.
import { createHmac } from "node:crypto";
import { readKeyKind } from "../api-key.js";
import { checkBaseUrl } from "../base-url.js";
import { type CommandIo, WrongUse } from "./command-io.js";

export interface Account {
  apiKey: string;
  /** Without a slash at its end. */
  baseUrl: string;
}

/** @throws WrongUse for what is missing, and for a live key */
export function readAccount(io: Pick<CommandIo, "environment">, baseUrl: string | undefined): Account {
  const apiKey = io.environment.PAYMENT_SESSIONS_API_KEY?.trim();
  if (!apiKey) throw new WrongUse("Set PAYMENT_SESSIONS_API_KEY to a test key of your store.");
  const kind = readKeyKind(apiKey);
  if (kind === "live") throw new WrongUse("PAYMENT_SESSIONS_API_KEY is a live key: this command takes test keys only.");
  const address = baseUrl ?? io.environment.PAYMENT_SESSIONS_BASE_URL;
  if (!address) throw new WrongUse("Pass --base-url, or set PAYMENT_SESSIONS_BASE_URL to the service's address.");
  try {
    return { apiKey, baseUrl: checkBaseUrl(address) };
  } catch (error) {
    throw new WrongUse(`--base-url: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What forwarded webhooks are signed with: the same for a key each time, and nothing from which the key or the store's own secret follows. */
export function listenerSecret(apiKey: string): string {
  return `whs_listen_${createHmac("sha256", apiKey).update("payment-sessions listen").digest("hex").slice(0, 40)}`;
}
