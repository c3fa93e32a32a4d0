// What can a delivery tell? The two events of the specification (Events), and whatever comes later.

/** Known statuses, or any other string: the set may grow, and an unknown status is content to keep, not an error. */
export type TransactionStatus =
  | "pending"
  | "processing"
  | "completed"
  | "paid"
  | "failed"
  | "cancelled"
  | "expired"
  | (string & {});

/** What the delivery's headers add to every event. Only the body is signed: these are labels, not facts. */
export interface DeliveryFacts {
  /** Idempotency key, a lower-case UUIDv4; `undefined` when the delivery came without one. */
  readonly deliveryId: string | undefined;
  /** 1 for the first send; `undefined` on the legacy path. */
  readonly attempt: number | undefined;
  /** Which of the given secrets matched, from 0. During a rotation it tells when the old one is no longer used. */
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
  /** In cents. */
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
  /** To be echoed, see `answerChallenge`. */
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
 * A type of its own kind, for only so does `event.event === "…"` narrow the union; with a marked string it does not.
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
