// Types of the two events (spec/rules.md#events), and of events of later versions.

/** Known statuses, or any other string: the set may grow. An unknown status is to be stored, and is no error. */
export type TransactionStatus =
  | "pending"
  | "processing"
  | "completed"
  | "paid"
  | "failed"
  | "cancelled"
  | "expired"
  | (string & {});

/** Data of the delivery's headers. Only the body is signed: these values are not authenticated. */
export interface DeliveryFacts {
  /** Idempotency key, a lower-case UUIDv4; `undefined` when the delivery came without one. */
  readonly deliveryId: string | undefined;
  /** 1 for the first send; `undefined` on the legacy path. */
  readonly attempt: number | undefined;
  /** Which of the given secrets matched, from 0. During a rotation it shows when the old one is no longer used. */
  readonly secretIndex: number;
  /** The signed JSON value as it was sent; `undefined` for an empty body. */
  readonly body: unknown;
}

/** Body of `transaction.status_changed`, sent on every status transition. */
export interface TransactionStatusChangedBody {
  readonly event: "transaction.status_changed";
  readonly transaction_id: string;
  readonly order_id: string;
  readonly status: TransactionStatus;
  /** Minor units of `currency`: 1999 for 19.99 EUR. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** When the delivery was prepared, ISO 8601 in UTC. */
  readonly timestamp: string;
  /** Metadata of the initialization merged with `shop_id` and `shop_name`. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Body of `service.webhook_verification`, sent when the merchant tests the endpoint in the panel. */
export interface WebhookVerificationBody {
  readonly event: "service.webhook_verification";
  /** To be echoed in the response, see `answerChallenge`. */
  readonly challenge: string;
  readonly timestamp: string;
  readonly merchantId: string;
  readonly shopId: string;
  readonly expectedAuthMode: string;
}

export type TransactionStatusChangedEvent = TransactionStatusChangedBody & DeliveryFacts;
export type WebhookVerificationEvent = WebhookVerificationBody & DeliveryFacts;

/**
 * An event name that this version does not know. Any string at run time: `const name: string | undefined = event.event`.
 * An enum, because `event.event === "…"` then narrows the union, which it does not with a branded string.
 */
export declare enum UnknownEventName {
  AnyOther = "",
}

/** An authentic event of a kind unknown to this version: acknowledge it, and read `body` if your code supports it. */
export interface OpaqueEvent extends DeliveryFacts {
  /** The name in the body; `undefined` when the body has none. */
  readonly event: UnknownEventName | undefined;
}

/** A verified event. `switch (event.event)` narrows it. */
export type WebhookEvent = TransactionStatusChangedEvent | WebhookVerificationEvent | OpaqueEvent;
