// Are the options of an adapter usable? Checked once, with every default in place.
import type { DedupeStore } from "../dedupe/dedupe-store.js";
import type { WebhookEvent } from "../event/webhook-event.js";
import { DEFAULT_MAX_BODY_BYTES } from "../request/body.js";
import { readSecrets, type Secrets } from "../signature/secrets.js";
import type { SecretFinder, WebhookReceiverOptions } from "./webhook-receiver-options.js";

/** The options with every default in place. */
export interface ReceiverSettings {
  readonly findSecret: SecretFinder;
  readonly onEvent: (event: WebhookEvent) => unknown;
  readonly dedupe: DedupeStore | undefined;
  readonly dedupeBody: boolean;
  readonly maxBodyBytes: number;
  readonly headerPrefix: string | undefined;
  readonly log: (message: string, error: unknown) => void;
}

/** @throws WebhookVerificationError `secret_invalid`; RangeError for a cap that is no positive whole number */
export function readReceiverOptions(options: WebhookReceiverOptions): ReceiverSettings {
  const { secret, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = options;
  const findSecret = typeof secret === "function" ? secret : alwaysFound(readSecrets(secret));
  if (typeof options.onEvent !== "function") throw new TypeError("onEvent must be a function");
  if (!Number.isSafeInteger(maxBodyBytes) || maxBodyBytes < 1)
    throw new RangeError(`maxBodyBytes is ${maxBodyBytes}; give a positive whole number of bytes`);
  if (options.dedupeBody && !options.dedupe) throw new TypeError("dedupeBody needs a dedupe store");
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

/** The same options with a secret that is looked at when a delivery comes: for frameworks that load the module while they build. */
export function withLateSecret(options: WebhookReceiverOptions): WebhookReceiverOptions {
  const { secret } = options;
  return typeof secret === "function" ? options : { ...options, secret: () => secret };
}

function alwaysFound(secrets: Secrets): SecretFinder {
  return () => secrets;
}
