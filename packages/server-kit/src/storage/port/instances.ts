// What a storage offers that several instances of the service share: each sees which others are alive, one of them at a time does each
// piece of work, and they tell each other what has changed. A storage without it belongs to one instance, or to several that look often.

import type { Delivery, DeliveryAttempt } from "../../domain/delivery.js";
import type { DeliveryLane } from "./delivery-records.js";

/** Which piece of work: `deliver` with a store's id, or `work` with the name of one of the background works. */
export interface Job {
  task: "deliver" | "work";
  subject: string;
}

export interface PlannedJob extends Job {
  /** From now, in milliseconds. */
  delayMs: number;
}

/** One job for each subject, done by one instance once it is due. The rows stay the truth: a job only says who looks at them, and when. */
export interface Jobs {
  /**
   * Begins to take jobs; `handle` should return soon. A job whose handler fails is tried again later. The works that `timed` names are
   * due every ten minutes, for one of the instances.
   * @throws Error that says what to install when a package is missing.
   */
  start(handle: (job: Job) => Promise<void>, timed: readonly string[]): Promise<void>;
  /** Plans jobs; one that is planned for the same subject already keeps the earlier of the two moments. */
  plan(jobs: readonly PlannedJob[]): Promise<void>;
  /** Whether this instance takes jobs at present. */
  isRunning(): boolean;
  stop(): Promise<void>;
}

/** The background work of all instances together, by the database's clock. */
export interface SharedWork {
  /** An instance that is started leads. */
  isLed: boolean;
  /** How long ago `recordRun` was called, by any instance; undefined when it never was. */
  ranAgoMs: number | undefined;
  /** How long the oldest job has been due, or held by one instance; 0 when there is none. */
  oldestJobMs: number;
}

/** What `claimDelivery` of the domain does, for many deliveries at once. */
export interface ClaimDueRequest {
  now: number;
  /** How many of each lane at most. */
  limits: Readonly<Record<DeliveryLane, number>>;
  /** How many of each store at most; only stores whose turn this instance has. */
  room: ReadonlyMap<string, number>;
  /** Begins the tokens of these claims. */
  batch: string;
  /** Time-out of a send on the queue path, and on the legacy path by failed attempts. */
  queueTimeoutMs: number;
  legacyTimeoutsMs: readonly number[];
  leaseMarginMs: number;
  /** Deliveries that were cut off this often are not claimed. */
  quarantineAfter: number;
}

export interface ClaimedDue {
  claimed: { delivery: Delivery; lane: DeliveryLane }[];
  /** Due and in quarantine; left as they are. */
  quarantined: Delivery[];
}

/** A send that ended in the ordinary way: the delivery after it, its attempt, and the token of the claim that this ends. */
export interface SettledSend {
  delivery: Delivery;
  attempt: DeliveryAttempt;
  token: string;
}

/** Whose turn it is to claim a store's deliveries: one instance's, so that the endpoint's cap holds over all of them. */
export interface EndpointTurns {
  /** Takes the turns of these stores that nobody has; returns those. */
  take(merchantIds: readonly string[]): Promise<string[]>;
  /** Takes the turns of stores that have something due at `now` and that nobody has; returns them. */
  takeDue(now: number): Promise<string[]>;
  /** Gives turns back; then plans the next one of each for when something is due there. */
  end(merchantIds: readonly string[], now: number): Promise<void>;
  /** Claims what is due, and records the attempts as started, in one statement. */
  claimDue(request: ClaimDueRequest): Promise<ClaimedDue>;
  /** Ends claims and records their attempts, in one statement; returns the ids of the deliveries whose claim still stood. */
  settleAll(sends: readonly SettledSend[]): Promise<Set<string>>;
  /** The turns that this instance has: others take them away when it was cut off for too long. */
  listOwn(): Promise<string[]>;
  /** Plans a turn for each store that has something due and whose turn nobody has; returns how many. */
  planDue(now: number): Promise<number>;
}

/** What other instances look at again. */
export interface InstanceChange {
  /** Payments that have changed. */
  payments?: readonly string[] | undefined;
  /** Stores or API keys have changed. */
  accounts?: boolean | undefined;
}

export interface Instances {
  /** Names this instance in claims and turns. */
  readonly id: string;
  /** Becomes visible to other instances, and stays so until `leave`: a lost connection is made again. */
  join(): Promise<void>;
  leave(): Promise<void>;
  /** Whether others can see at present that this instance is alive. While they cannot, it begins nothing new. */
  isSeen(): boolean;
  /** True for one instance at a time: the one that looks after what no job stands for. */
  leads(): Promise<boolean>;
  /**
   * Instances that are gone for some seconds: their jobs and turns are taken from them, and their names returned until no claim carries
   * them any more.
   */
  releaseGone(how?: {
    /** Waits those seconds for instances that are missing since a moment ago, instead of leaving them to a later call. Default: false. */
    isPatient?: boolean;
  }): Promise<string[]>;
  /** Tells the other instances; resolves when it is sent. Never fails: who misses it has to look by itself from time to time. */
  notify(change: InstanceChange): Promise<void>;
  /** Calls `listener` with what others tell; with undefined when something may have been missed. */
  onChange(listener: (change: InstanceChange | undefined) => void): void;
  /** The time that all instances keep: the database's. Known once this instance has joined. */
  readonly time: { offsetMs(): number; measure(): Promise<void> };
  /** Keeps that due work was just done on demand, by a host that does not start the background. */
  recordRun(): Promise<void>;
  inspectWork(): Promise<SharedWork>;
  readonly jobs: Jobs;
  readonly turns: EndpointTurns;
}
