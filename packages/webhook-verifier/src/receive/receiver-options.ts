// What does an adapter need to know? The same options in every framework.
import type { DedupeStore } from "../dedupe/dedupe-store.js";
import type { WebhookEvent } from "../event/webhook-event.js";
import { DEFAULT_MAX_BODY_BYTES } from "../request/body.js";
import { readSecrets, type Secrets } from "../signature/secrets.js";

/** Options of every `receiveWebhooks`. */
export interface WebhookReceiverOptions {
  /**
   * The store's webhook secret; several while it is rotated; or a function that finds it for each delivery.
   * A wrong one, or an environment variable that is not set, is refused at construction; a wrong one from the function answers 500.
   */
  readonly secret: Secrets | undefined | (() => Secrets | Promise<Secrets>);
  /**
   * Called with every authentic event except verification requests, which are answered for you.
   * Return (or resolve) only after the event is stored: the sender then gets 200. What it throws becomes 500 and the delivery is repeated.
   */
  readonly onEvent: (event: WebhookEvent) => unknown;
  /** Remembers handled deliveries. Without it `onEvent` sees repeats and must cope with them. */
  readonly dedupe?: DedupeStore | undefined;
  /** Also treats equal bytes under a new delivery id as a repeat. Default false: a redelivery "as new" is handled again. */
  readonly dedupeBody?: boolean | undefined;
  /** Longer bodies get 413, in bytes. Default 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** What the header names begin with. Default `X-Service-`. */
  readonly headerPrefix?: string | undefined;
  /** Told of every answer of 500 and above, which you should mend. Default `console.error`. */
  readonly log?: ((message: string, error: unknown) => void) | undefined;
}

/** The options with every default in place. */
export interface ReceiverSettings {
  readonly findSecret: () => Secrets | Promise<Secrets>;
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
  const secrets = typeof secret === "function" ? secret : readSecrets(secret);
  if (typeof options.onEvent !== "function") throw new TypeError("onEvent must be a function");
  if (!Number.isSafeInteger(maxBodyBytes) || maxBodyBytes < 1)
    throw new RangeError(`maxBodyBytes is ${maxBodyBytes}; give a positive whole number of bytes`);
  if (options.dedupeBody && !options.dedupe) throw new TypeError("dedupeBody needs a dedupe store");
  return {
    findSecret: typeof secrets === "function" ? secrets : () => secrets,
    onEvent: options.onEvent,
    dedupe: options.dedupe,
    dedupeBody: options.dedupeBody ?? false,
    maxBodyBytes,
    headerPrefix: options.headerPrefix,
    log: options.log ?? ((message, error) => console.error(message, error)),
  };
}
