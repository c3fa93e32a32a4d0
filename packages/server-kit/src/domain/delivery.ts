// A webhook delivery and its attempts (spec/rules.md#events). Times are epoch milliseconds.
import type { DeliveryPath } from "./store.js";

/**
 * `pending`: due at `nextAttemptAt`; `sending`: claimed; `delivered`; `exhausted`: all attempts used; `dead`: a response that ends it for
 * good; `cancelled`: the store was deleted; `parked`: its schedule ended in quarantine, where a crash interrupted every send, so an
 * operator has to resend it.
 */
export type DeliveryState = "pending" | "sending" | "delivered" | "exhausted" | "dead" | "cancelled" | "parked";

/** Ended without success, or waiting for an operator: needs attention. */
export const failedDeliveryStates = ["exhausted", "dead", "parked"] as const satisfies readonly DeliveryState[];

export type FailedDeliveryState = (typeof failedDeliveryStates)[number];

/** The states that the list over all payments accepts: failed and unfinished ones. */
export const listedDeliveryStates = [
  ...failedDeliveryStates,
  "pending",
  "sending",
] as const satisfies readonly DeliveryState[];

export type ListedDeliveryState = (typeof listedDeliveryStates)[number];

/** Nothing more is sent unless a person requests it. A parked delivery is not over: it waits for an operator. */
export const endedDeliveryStates = [
  "delivered",
  "cancelled",
  "exhausted",
  "dead",
] as const satisfies readonly DeliveryState[];

/** In the order of a delivery's life, failures first. */
export const deliveryStates = [
  ...listedDeliveryStates,
  "delivered",
  "cancelled",
] as const satisfies readonly DeliveryState[];

export function hasDeliveryFailed({ state }: Pick<Delivery, "state">): boolean {
  return failedDeliveryStates.some((failed) => failed === state);
}

export type DeliveryTrigger = "transition" | "redelivery";

export interface Delivery {
  /** UUIDv4, sent as X-Service-Delivery on every attempt. */
  deliveryId: string;
  merchantId: string;
  paymentId: string;
  event: string;
  /** Transaction status that the body reports. */
  status: string;
  /** The exact text that every attempt sends. */
  body: Uint8Array;
  path: DeliveryPath;
  trigger: DeliveryTrigger;
  redeliveryOf: string | undefined;
  state: DeliveryState;
  /** Sends so far; the next one carries `attemptCount + 1`. */
  attemptCount: number;
  /** Automatic sends that count against the schedule; interrupted and manual ones do not. */
  scheduledCount: number;
  /** Consecutive sends without a recorded result. */
  interruptedCount: number;
  createdAt: number;
  finishedAt: number | undefined;
  /** Undefined once finished. */
  nextAttemptAt: number | undefined;
  /** When a manual send was requested that is not claimed yet; it does not affect the schedule. */
  manualSendAt: number | undefined;
  /** W3C `traceparent` of the request that caused it, sent with each attempt; undefined when there was none. */
  traceParent: string | undefined;
  /** W3C `tracestate` that belongs to it. */
  traceState: string | undefined;
  claim: { token: string; owner: string; leaseUntil: number; isManual: boolean } | undefined;
}

/** The record of one send. `interrupted`: the process ended before it could record a result. */
export interface DeliveryAttempt {
  deliveryId: string;
  /** From 1, as in X-Service-Attempt. */
  attempt: number;
  isManual: boolean;
  startedAt: number;
  durationMs: number | undefined;
  httpStatus: number | undefined;
  /**
   * `success`, `started`, `interrupted`, or the word for the failure: `http_4xx`, `http_5xx`, `http_3xx`, `timeout`, `network`, `tls`,
   * `blocked_address`, …
   */
  outcome: string;
  /** One sentence for the merchant. */
  error: string | undefined;
  /** At most 4 KiB of the response body, as text. */
  responseExcerpt: string | undefined;
  isTruncated: boolean;
  /** Headers of the response, one line each, secrets masked (`keptResponseHeaders`): at most 2 KiB. */
  responseHeaders: string | undefined;
}
