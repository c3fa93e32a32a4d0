// One poll of one session: claim it, call the provider, record its events, schedule the next poll.
import { endsSession, type ProviderEvent } from "../domain/evidence.js";
import type { FailureLog } from "../domain/failure-log.js";
import type { PaymentAttempt } from "../domain/payment.js";
import { AdapterCallError } from "../outbound/adapter-outcome.js";
import { applyProviderEvent, isAcceptance } from "./apply-event.js";
import { claimPoll, type PollResult, type SessionPollingDependencies } from "./claim-poll.js";
import { concludePoll } from "./conclude-poll.js";
import type { PollSlots } from "./poll-slots.js";

/** @param how `isPlanned`: the poll is due by its schedule, so it may be deferred when the provider is busy. */
export async function pollSession(
  dependencies: SessionPollingDependencies,
  attemptId: string,
  how: { isPlanned: boolean; slots: PollSlots },
): Promise<PollResult> {
  const { slots } = how;
  const claim = await claimPoll(dependencies, attemptId, how);
  if (claim.kind === "deferred") {
    slots.noteDeferral(claim.slotKey, claim.at);
    return claim.result;
  }
  if (claim.kind === "other_code") {
    warnOfOtherCode(dependencies.failures, claim.attempt, claim.configured);
    return "planned";
  }
  if (claim.kind !== "ours") return claim.kind;
  const { attempt, slotKey } = claim;
  let reported: ProviderEvent[] | undefined;
  try {
    reported = await claim.fetchOutcome();
  } catch (error) {
    // The adapter guard has logged the failed call.
    if (!(error instanceof AdapterCallError)) throw error;
  } finally {
    slots.leave(slotKey);
  }
  const last = reported?.at(-1);
  const hasEndedSince = last !== undefined && endsSession(last);
  const { paymentId } = attempt;
  const lastAcceptance = reported?.findLastIndex(({ type }) => isAcceptance(type)) ?? -1;
  for (const [index, event] of (reported ?? []).entries()) {
    await applyProviderEvent(dependencies, paymentId, event, {
      attemptId,
      hasEndedSince,
      isPresentState: event === last,
      isAcceptedSince: index < lastAcceptance,
    });
  }
  await concludePoll(dependencies, attempt, reported);
  return reported === undefined ? "failed" : "responded";
}

function warnOfOtherCode(
  failures: FailureLog,
  { provider: stored, paymentId, kind }: PaymentAttempt,
  configured: string | undefined,
): void {
  failures.warn(
    `provider code ${stored} ${configured}`,
    { paymentId, kind, storedCode: stored, configuredCode: configured ?? null },
    "sessions of this provider are not polled: the configured provider has a different code",
  );
}
