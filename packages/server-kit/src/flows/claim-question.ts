// Whose turn is it to ask about a session? One unit of work decides, and moves the session on before the question is asked: several
// instances do not ask twice, and a crash loses one question, not the session.
import type { ProviderEvent } from "../domain/evidence.js";
import type { FailureLog } from "../domain/failure-log.js";
import type { PaymentAttempt } from "../domain/payment.js";
import { nextQuestionAt, questionGapMs } from "../domain/question-plan.js";
import type { Records } from "../storage/port.js";
import type { ApplyEventDependencies } from "./apply-event.js";
import { findProvider, type Providers } from "./find-provider.js";
import type { QuestionLanes } from "./question-lanes.js";

export interface SessionQuestionsDependencies extends ApplyEventDependencies, Providers {
  providerTimeoutMs: number;
  failures: FailureLog;
}

/**
 * - `answered`: the provider was asked, and what it said is recorded.
 * - `planned`: it was asked within the last seconds, or cannot be asked by this configuration; the next question is planned.
 * - `over`: nobody asks about this session any more.
 * - `failed`: the provider did not answer; the next question is planned.
 */
export type QuestionResult = "answered" | "planned" | "over" | "failed";

export type Claim =
  | { kind: "ours"; attempt: PaymentAttempt; fetchOutcome(): Promise<ProviderEvent[]>; lane: string }
  | { kind: Exclude<QuestionResult, "answered"> }
  | { kind: "put_off"; lane: string; at: number; result: "planned" | "failed" }
  | { kind: "other_code"; attempt: PaymentAttempt; configured: string | undefined };

/** While the provider is not asked because it kept failing. */
const unavailableDelayMs = 30_000;
/** Beyond what may be asked side by side. */
const crowdedDelayMs = 2000;
/** What a claim allows beyond the provider's own time: who crashed in between leaves the session to the next look. */
const claimMarginMs = 30_000;

export async function claimQuestion(
  dependencies: SessionQuestionsDependencies,
  attemptId: string,
  { isPlanned, lanes }: { isPlanned: boolean; lanes: QuestionLanes },
): Promise<Claim> {
  const { storage, clock } = dependencies;
  // Most who ask come too early: they are sent away without a write.
  const seen = await storage.read((records) => records.attempts.find(attemptId));
  if (seen === undefined || seen.nextPollAt === undefined) return { kind: "over" };
  if (!isPlanned && isAskedRecently(seen, clock.now()) && seen.nextPollAt <= (seen.lastAskedAt ?? 0) + questionGapMs) {
    return { kind: "planned" };
  }
  const payment = await storage.read((records) => records.payments.find(seen.paymentId));
  if (payment === undefined) return { kind: "over" };
  const lane = `${payment.environment} ${seen.kind === "card"}`;
  const hasPlace = lanes.enter(lane, isPlanned);
  let claim: Claim | undefined;
  try {
    claim = await storage.write((records) =>
      claimIn(dependencies, records, attemptId, { isPlanned, lane, hasPlace, lanes }),
    );
    return claim;
  } finally {
    // Who asks keeps the place until the provider has answered.
    if (hasPlace && claim?.kind !== "ours") lanes.leave(lane);
  }
}

async function claimIn(
  dependencies: SessionQuestionsDependencies,
  records: Records,
  attemptId: string,
  { isPlanned, lane, hasPlace, lanes }: { isPlanned: boolean; lane: string; hasPlace: boolean; lanes: QuestionLanes },
): Promise<Claim> {
  const attempt = await records.attempts.find(attemptId);
  const payment = attempt && (await records.payments.find(attempt.paymentId));
  if (attempt?.sessionId === undefined || attempt.nextPollAt === undefined || payment === undefined) {
    return { kind: "over" };
  }
  const { sessionId } = attempt;
  const now = dependencies.clock.now();
  const plan = (at: number | undefined) => records.attempts.update({ ...attempt, nextPollAt: at });
  const steady = nextQuestionAt(attempt, payment.expiresAt, now);
  if (steady === undefined) {
    await plan(undefined);
    return { kind: "over" };
  }
  if (isAskedRecently(attempt, now)) {
    const soon = (attempt.lastAskedAt ?? now) + questionGapMs;
    // Somebody has a reason to ask: once more, as soon as it may be.
    await plan(isPlanned ? soon : Math.min(attempt.nextPollAt, soon));
    return { kind: "planned" };
  }
  const provider = findProvider(dependencies, payment.environment, attempt.kind);
  if (provider?.code !== attempt.provider) {
    await plan(steady);
    return { kind: "other_code", attempt, configured: provider?.code };
  }
  if (!hasPlace || !provider.mayAsk()) {
    const at = lanes.putOffTo(lane, now + (hasPlace ? unavailableDelayMs : crowdedDelayMs));
    await plan(at);
    return { kind: "put_off", lane, at, result: hasPlace ? "failed" : "planned" };
  }
  const claimed: PaymentAttempt = {
    ...attempt,
    pollCount: attempt.pollCount + 1,
    lastAskedAt: now,
    nextPollAt: now + dependencies.providerTimeoutMs + claimMarginMs,
  };
  await records.attempts.update(claimed);
  return {
    kind: "ours",
    attempt: claimed,
    lane,
    fetchOutcome: () => provider.fetchOutcome(sessionId, claimed.pollCount),
  };
}

/** A clock that was set back does not silence a session. */
function isAskedRecently({ lastAskedAt }: PaymentAttempt, now: number): boolean {
  return lastAskedAt !== undefined && Math.abs(now - lastAskedAt) < questionGapMs;
}
