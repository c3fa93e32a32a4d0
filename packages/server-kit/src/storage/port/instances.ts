// Coordination of several instances on one storage: liveness, jobs that one instance at a time does,
// and change notifications. A storage without it is used by one instance, or by several that poll often.

import type { Delivery, DeliveryAttempt } from "../../domain/delivery.js";
import type { Claim } from "../../domain/delivery-progress.js";
import type { Store } from "../../domain/store.js";
import type { DeliveryLane } from "./due-delivery-records.js";

/** A job: `deliver` with a store's id, or `work` with the name of a kind of background work. */
export interface Job {
  task: "deliver" | "work";
  subject: string;
}

export interface StartedJob extends Job {
  /** How long after its time it was taken, milliseconds, by the shared time. */
  latenessMs: number;
}

export interface PlannedJob extends Job {
  /** Delay from now, in milliseconds. */
  delayMs: number;
}

/**
 * One job per subject, done by one instance when due. Jobs only decide which instance reads the rows, and when; the
 * rows are authoritative.
 */
export interface Jobs {
  /**
   * Starts taking jobs; `handle` should return soon. A failed job is retried later.
   * @throws Error that says what to install when a package is missing.
   */
  start(handle: (job: StartedJob) => Promise<void>): Promise<void>;
  /**
   * Plans jobs; a job already planned for the same subject keeps the earlier time. With `unlessRunning` a job in progress, on any instance,
   * counts as planned.
   */
  plan(jobs: readonly PlannedJob[], options?: { unlessRunning?: boolean }): Promise<void>;
  /** Whether this instance is taking jobs. */
  isRunning(): boolean;
  stop(): Promise<void>;
}

/** Background work of all instances together, by the database's clock. */
export interface SharedWork {
  /** A started instance is the leader. */
  isLed: boolean;
  /** Milliseconds since `recordRun` was called by any instance; undefined: never. */
  ranAgoMs: number | undefined;
  /** How long the oldest job has been due or running, milliseconds; 0 when there is none. */
  oldestJobMs: number;
}

/** What `claimDelivery` of the domain does, for many deliveries at once. */
export interface ClaimDueRequest {
  now: number;
  /** Maximum per lane. */
  limits: Readonly<Record<DeliveryLane, number>>;
  /** Maximum per store; only stores whose turn this instance has. */
  room: ReadonlyMap<string, number>;
  /** Prefix of the claim tokens. */
  batch: string;
  /** Timeout of a send on the queue path, and on the legacy path by failed attempts. */
  queueTimeoutMs: number;
  legacyTimeoutsMs: readonly number[];
  leaseMarginMs: number;
  /** Deliveries with this many interrupted sends are not claimed. */
  quarantineAfter: number;
}

export interface ClaimedDue {
  claimed: { delivery: Delivery; lane: DeliveryLane }[];
  /** Due and in quarantine; not claimed. */
  quarantined: Delivery[];
}

/** A completed send. */
export interface SettledSend {
  /** The delivery as it was claimed. */
  claimed: Delivery & { claim: Claim };
  /** The delivery after the send. */
  delivery: Delivery;
  attempt: DeliveryAttempt;
}

/** A claim as it was made. */
export interface HeldClaim {
  deliveryId: string;
  merchantId: string;
  token: string;
}

/** Turns: only one instance at a time claims a store's deliveries, so that the endpoint's cap holds over all instances. */
export interface EndpointTurns {
  /** Takes the free turns of these stores; returns the stores taken. */
  take(merchantIds: readonly string[]): Promise<string[]>;
  /** Takes the free turns of stores with deliveries due at `now`; returns the stores taken. */
  takeDue(now: number): Promise<string[]>;
  /** Releases turns, and plans each store's next job for when a delivery is due. */
  end(merchantIds: readonly string[], now: number): Promise<void>;
  /** Claims what is due, and records the attempts as started, in one statement. */
  claimDue(request: ClaimDueRequest): Promise<ClaimedDue>;
  /**
   * The stores of these claims as they are now, by delivery id, in one statement. Claims that are no longer held are left out, and so
   * are those of deleted stores.
   */
  listStoresOfClaims(claims: readonly HeldClaim[]): Promise<Map<string, Store>>;
  /** Ends claims and records their attempts, in one statement; returns the ids of the deliveries whose claim was still held. */
  settleAll(sends: readonly SettledSend[]): Promise<Set<string>>;
  /** The turns that this instance has: others take them over when it was disconnected for too long. */
  listOwn(): Promise<string[]>;
  /** Plans a job for each store with due deliveries and a free turn; returns how many. */
  planDue(now: number): Promise<number>;
}

/** A change notification: what other instances should reload. */
export interface InstanceChange {
  /** Payments that have changed. */
  payments?: readonly string[] | undefined;
  /** Stores or API keys have changed. */
  accounts?: boolean | undefined;
}

export interface Instances {
  /** Identifies this instance in claims and turns. */
  readonly id: string;
  /** Registers this instance until `leave`; a lost connection is re-established. */
  join(): Promise<void>;
  leave(): Promise<void>;
  /** Whether the others can detect that this instance is running. While false, it starts no new work. */
  isRegistered(): boolean;
  /** Becomes the leader unless another instance is: true for one instance at a time. The leader handles due work without a job. */
  isLeader(): Promise<boolean>;
  /** Lets another instance lead, until the next call of `isLeader`. */
  resign(): Promise<void>;
  /**
   * Releases jobs and turns of instances that have been gone for some seconds; returns their names until no claim carries
   * them any more.
   */
  releaseGone(options?: {
    /** Waits those seconds for instances that have just gone, instead of leaving them to a later call. Default: false. */
    waitsForGracePeriod?: boolean;
  }): Promise<string[]>;
  /** Notifies the other instances; resolves when it is sent. Never fails: notifications may be lost, so receivers also poll. */
  notify(change: InstanceChange): Promise<void>;
  /** Calls `listener` with the notifications of others; with undefined when some may have been missed. */
  onChange(listener: (change: InstanceChange | undefined) => void): void;
  /** The shared time of all instances: the database's. Known once this instance has joined. */
  readonly time: { offsetMs(): number; measure(): Promise<void> };
  /** Records that due work was done on demand, by a host that does not start the background. */
  recordRun(): Promise<void>;
  inspectWork(): Promise<SharedWork>;
  readonly jobs: Jobs;
  readonly turns: EndpointTurns;
}
