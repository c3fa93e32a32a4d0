// Options of the adapters, the same in every framework. Every adapter's entry exports the types of this file and
// the types that they use, so that a program which exports a handler can be compiled with `declaration`.
import type { DedupeStore } from "../dedupe/dedupe-store.js";
import type { WebhookEvent } from "../event/webhook-event.js";
import type { Secrets } from "../signature/secrets.js";

export type { DedupeClaim, DedupeStore } from "../dedupe/dedupe-store.js";
export type * from "../event/webhook-event.js";
export type { Secret, Secrets } from "../signature/secrets.js";

/** Finds the secret for a delivery. Without a secret the response is 500, and the delivery is retried. */
export type SecretFinder = () => Secrets | undefined | Promise<Secrets | undefined>;

/** Options of every `receiveWebhooks`. */
export interface WebhookReceiverOptions {
  /**
   * The store's webhook secret; several while it is rotated; or a function that returns it for each delivery.
   * An invalid one, or an environment variable that is not set, throws at construction; an invalid one from the function returns 500.
   * The entries `/fetch` and `/next` read it at the first delivery: their frameworks load the module at build time, when secrets
   * are not set.
   */
  readonly secret: Secrets | undefined | SecretFinder;
  /**
   * Called with every authentic event except verification requests, which get their response automatically.
   * Return (or resolve) only after the event is stored: the sender then gets 200. If it throws, the response is 500 and the delivery is
   * retried.
   */
  readonly onEvent: (event: WebhookEvent) => unknown;
  /** Stores handled deliveries. Without it `onEvent` is called with duplicates and must handle them. */
  readonly dedupe?: DedupeStore | undefined;
  /** Also treats equal bytes under a new delivery id as a duplicate. Default false: a redelivery "as new" is handled again. */
  readonly dedupeBody?: boolean | undefined;
  /** Longer bodies get 413, in bytes. Default 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Prefix of the header names. Default `X-Service-`. */
  readonly headerPrefix?: string | undefined;
  /** Called for every response of 500 and above, and for wrong signatures (401) at most once a minute. Default `console.error`. */
  readonly log?: ((message: string, error: unknown) => void) | undefined;
}
