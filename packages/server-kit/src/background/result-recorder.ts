// Records the results of sends: in batches together with the next claims, and each by itself when its batch failed, so that one result
// cannot block the others.
import type { Clock, Logger, Random, RandomBytes } from "../domain/clock.js";
import type { Delivery } from "../domain/delivery.js";
import { outcomeWord, type SendOutcome } from "../domain/delivery-outcome.js";
import { endsInFailure } from "../domain/delivery-progress.js";
import type { ClaimedDelivery, ClaimRequest, Claims } from "../flows/claim-deliveries.js";
import { commitDeliveryBatch } from "../flows/commit-delivery-batch.js";
import type { EndedDelivery } from "../flows/record-delivery.js";
import type { Storage } from "../storage/port.js";

export interface RecordedSend {
  delivery: Delivery;
  attempt: number;
  /** Epoch milliseconds. */
  startedAt: number;
  outcome: SendOutcome;
}

export type EndedSend = EndedDelivery & { startedAt: number };

export interface ResultRecorderDependencies {
  storage: Storage;
  clock: Clock;
  random: Random;
  randomBytes: RandomBytes;
  logger: Logger;
  /** Id of the engine that holds the claims. */
  owner: string;
  /** Timeout of a send on the queue path, milliseconds. */
  timeoutMs: number;
  /** Called for each send with an outcome once its batch is committed, also when its claim was lost. */
  onSent?: ((send: RecordedSend) => void) | undefined;
  /** Called when a delivery has failed for good and its mail is queued. */
  onFailed?: (() => void) | undefined;
}

export interface ResultRecorder {
  /** Records these results and makes the claims of the request. */
  commit(ended: readonly EndedSend[], request: ClaimRequest | undefined): Promise<Claims>;
  hold(claimed: ClaimedDelivery): void;
  /** Whether this engine holds the claim with this token. */
  isHeld(token: string): boolean;
}

export interface ResultRecorderOptions {
  /** Delay before a result that could not be recorded is retried. */
  recordRetryDelayMs: number;
  /** Results are committed before the claims, so that claims that fail do not affect them: instances share the storage. */
  recordsBeforeClaims: boolean;
  mayRetry(): boolean;
  /** Keeps the engine from becoming idle before this is done. */
  track(job: Promise<void>): void;
}

export function createResultRecorder(
  dependencies: ResultRecorderDependencies,
  options: ResultRecorderOptions,
): ResultRecorder {
  const { logger, onSent, onFailed } = dependencies;
  /** Tokens of the claims that this engine holds. */
  const held = new Set<string>();

  async function commit(ended: readonly EndedSend[], request: ClaimRequest | undefined): Promise<Claims> {
    if (options.recordsBeforeClaims && ended.length > 0 && request !== undefined) {
      await commit(ended, undefined);
      return commit([], request);
    }
    try {
      const { recorded, claims } = await commitDeliveryBatch(dependencies, { ended, request });
      for (const [index, end] of ended.entries()) reportResult(end, recorded[index]);
      return claims;
    } catch (error) {
      for (const end of ended) options.track(recordOne(end));
      throw error;
    }
  }

  function reportResult({ claimed, outcome, startedAt }: EndedSend, after: Delivery | undefined): void {
    const { delivery, attempt } = claimed;
    held.delete(delivery.claim.token);
    if (outcome === undefined) return;
    logResult(logger, claimed, outcome, after);
    onSent?.({ delivery, attempt: attempt.attempt, startedAt, outcome });
    if (after !== undefined && endsInFailure(delivery, after)) onFailed?.();
  }

  async function recordOne(end: EndedSend): Promise<void> {
    const recorded = await recordSeparately(dependencies, options, end);
    if (recorded === undefined) held.delete(end.claimed.delivery.claim.token);
    else reportResult(end, recorded.after);
  }

  return {
    commit,
    hold: ({ delivery }) => void held.add(delivery.claim.token),
    isHeld: (token) => held.has(token),
  };
}

/** A busy or full database: retries recording the result while the claim is held. Undefined: it could not be recorded. */
async function recordSeparately(
  dependencies: ResultRecorderDependencies,
  { recordRetryDelayMs, mayRetry }: ResultRecorderOptions,
  end: EndedSend,
): Promise<{ after: Delivery | undefined } | undefined> {
  const { clock, logger } = dependencies;
  const { deliveryId, claim } = end.claimed.delivery;
  for (;;) {
    try {
      const { recorded } = await commitDeliveryBatch(dependencies, { ended: [end], request: undefined });
      return { after: recorded[0] };
    } catch (error) {
      if (!mayRetry() || clock.now() + recordRetryDelayMs >= claim.leaseUntil) {
        logger.error({ err: error, deliveryId }, "webhook result could not be recorded; the send will be repeated");
        return undefined;
      }
      logger.warn({ err: error, deliveryId }, "webhook result not recorded yet");
      await new Promise((resolve) => setTimeout(resolve, recordRetryDelayMs));
    }
  }
}

function logResult(
  logger: Logger,
  { delivery, attempt }: ClaimedDelivery,
  outcome: SendOutcome,
  after: Delivery | undefined,
): void {
  const { deliveryId, merchantId } = delivery;
  const fields = { deliveryId, merchantId, attempt: attempt.attempt, outcome: outcomeWord(outcome) };
  if (outcome.kind === "failed" && outcome.reason === "internal") {
    logger.error(
      { ...fields, detail: outcome.detail },
      "webhook could not be sent because of an internal error; it will be retried",
    );
  } else if (outcome.kind === "failed") logger.info({ ...fields, detail: outcome.detail }, "no response to webhook");
  if (after === undefined)
    logger.warn(fields, "webhook result came too late; the delivery is claimed by another worker");
}
