// The promise of a call: resolves with the data, with data and response, or with a tagged result instead of a rejection.
import type { AnyPaymentSessionsError, Attempt } from "./errors.js";

/** The data with its response and attempts. */
export interface CallResult<T> {
  readonly data: T;
  /** Status and headers; the body can still be read with `text()` and `json()`. */
  readonly response: Response;
  readonly requestId: string | undefined;
  readonly attempts: readonly Attempt[];
  /** The key that was sent, when the operation takes one. */
  readonly idempotencyKey: string | undefined;
}

export type SafeResult<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: AnyPaymentSessionsError };

/** How a call ended, inside of the client: never a rejection. */
export type Ended<T> =
  | { readonly ok: true; readonly result: CallResult<T> }
  | { readonly ok: false; readonly error: AnyPaymentSessionsError };

/**
 * A call in progress. Await it for the data.
 * @example const { data, requestId } = await payments.sessions.status(paymentId).withResponse();
 */
export class PaymentCall<T> extends Promise<T> {
  readonly #ended: Promise<Ended<T>>;

  /** Chained promises are plain ones. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(ended: Promise<Ended<T>>) {
    super((resolve, reject) => {
      void ended.then((end) => (end.ok ? resolve(end.result.data) : reject(end.error)));
    });
    this.#ended = ended;
  }

  /** The data with the response, its request id and the attempts. @throws as the call itself */
  async withResponse(): Promise<CallResult<T>> {
    const end = await this.#handled();
    if (!end.ok) throw end.error;
    return end.result;
  }

  /**
   * The outcome as a value; never rejects.
   * @example const result = await payments.sessions.initialize(order).safe(); if (!result.ok) return decline(result.error.code);
   */
  async safe(): Promise<SafeResult<T>> {
    const end = await this.#handled();
    return end.ok ? { ok: true, data: end.result.data } : end;
  }

  /** From here on the caller learns of a failure by another way, so it must not count as unhandled. */
  #handled(): Promise<Ended<T>> {
    this.catch(() => undefined);
    return this.#ended;
  }
}
