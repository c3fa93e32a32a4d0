// Checks the options of an adapter once and fills in the defaults.
import type { DedupeStore } from "../dedupe/dedupe-store.js";
import type { WebhookEvent } from "../event/webhook-event.js";
import { DEFAULT_MAX_BODY_BYTES } from "../request/body.js";
import { readSecrets, type Secrets } from "../signature/secrets.js";
import type { SecretFinder, WebhookReceiverOptions } from "./webhook-receiver-options.js";

/** The options with all defaults. */
export interface ReceiverSettings {
  readonly findSecret: SecretFinder;
  readonly onEvent: (event: WebhookEvent) => unknown;
  readonly dedupe: DedupeStore | undefined;
  readonly dedupeBody: boolean;
  readonly maxBodyBytes: number;
  readonly headerPrefix: string | undefined;
  readonly log: (message: string, error: unknown) => void;
}

/**
 * @throws WebhookVerificationError `secret_invalid`; RangeError for a limit that is no positive whole number; TypeError without `onEvent`,
 *   and for `dedupeBody` without `dedupe`
 */
export function readReceiverOptions(options: WebhookReceiverOptions): ReceiverSettings {
  const { secret, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = options;
  const findSecret = typeof secret === "function" ? secret : constantSecret(readSecrets(secret));
  if (typeof options.onEvent !== "function")
    throw new TypeError(`onEvent must be a function, not ${typeof options.onEvent}`);
  if (!Number.isSafeInteger(maxBodyBytes) || maxBodyBytes < 1)
    throw new RangeError(`maxBodyBytes is ${maxBodyBytes}; give a positive whole number of bytes`);
  if (options.dedupeBody && !options.dedupe)
    throw new TypeError("dedupeBody is set without a store: pass one as dedupe");
  return {
    findSecret,
    onEvent: options.onEvent,
    dedupe: options.dedupe,
    dedupeBody: options.dedupeBody ?? false,
    maxBodyBytes,
    headerPrefix: options.headerPrefix,
    log: options.log ?? ((message, error) => console.error(message, error)),
  };
}

/** The same options with a secret that is read when a delivery arrives: some frameworks load the module at build time. */
export function withLateSecret(options: WebhookReceiverOptions): WebhookReceiverOptions {
  const { secret } = options;
  return typeof secret === "function" ? options : { ...options, secret: () => secret };
}

function constantSecret(secrets: Secrets): SecretFinder {
  return () => secrets;
}
