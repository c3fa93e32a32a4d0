// Asks providers what became of their sessions, as planned and when somebody has a reason: callbacks may be lost, and outcomes come late
// (decisions, transaction model: Questions). Every session has a plan of its own; a question that hangs holds up nobody else's.

import type { ProviderEvent } from "../domain/evidence.js";
import type { FailureLog } from "../domain/failure-log.js";
import type { Payment, PaymentAttempt } from "../domain/payment.js";
import { nextQuestionAt, questionGapMs } from "../domain/question-plan.js";
import { AdapterCallError } from "../outbound/adapter-calls.js";
import type { Records } from "../storage/port.js";
import type { ApplyEventDependencies } from "./apply-event.js";
import { concludeQuestion } from "./conclude-question.js";
import { findProvider, type Providers } from "./find-provider.js";
import { recordSessionNews } from "./record-session-news.js";

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

export interface SessionQuestions {
  /** Asks now, unless it was asked within the last seconds. Callers at the same time share one question. */
  ask(attemptId: string): Promise<QuestionResult>;
  /** As `ask`, and waits for it no longer than this (real milliseconds); the question goes on without the caller. */
  askWithin(attemptId: string, waitMs: number): Promise<QuestionResult | "pending">;
  /** Asks about the sessions that are due, at most one batch, and waits for the answers; returns how many it asked about. */
  askDue(): Promise<number>;
  /** Begins to ask about the sessions that are due, and does not wait; returns how many it began with. */
  startDue(): Promise<number>;
  /** Resolves when no question is under way. */
  settled(): Promise<void>;
}

/** Sessions asked about side by side by one look. */
const batchSize = 20;
/** Planned questions under way, for one provider; what is due beyond is put off. */
const maxPerProvider = 20;
const crowdedDelayMs = 2000;
/** While the provider is not asked because it kept failing. */
const unavailableDelayMs = 30_000;
/** Sessions that are put off get moments of their own: thousands of them do not come back at once, each with a write. */
const putOffSpacingMs = 50;
const longestPutOffMs = 10 * 60_000;
/** What a claim allows beyond the provider's own time: who crashed in between leaves the session to the next look. */
const claimMarginMs = 30_000;

type Claim =
  | { kind: "ours"; payment: Payment; attempt: PaymentAttempt; fetchOutcome(): Promise<ProviderEvent[]>; lane: string }
  | { kind: Exclude<QuestionResult, "answered"> }
  | { kind: "put_off"; lane: string; at: number; result: "planned" | "failed" }
  | { kind: "other_code"; attempt: PaymentAttempt; configured: string | undefined };

export function createSessionQuestions(dependencies: SessionQuestionsDependencies): SessionQuestions {
  const { storage, clock, logger } = dependencies;
  const underWay = new Map<string, Promise<QuestionResult>>();
  /** By provider: planned questions under way, and the last moment that a session was put off to. */
  const lanes = new Map<string, number>();
  const putOffUntil = new Map<string, number>();

  function ask(attemptId: string, isPlanned = false): Promise<QuestionResult> {
    const shared = underWay.get(attemptId);
    if (shared !== undefined) return shared;
    const question = askOnce(attemptId, isPlanned).finally(() => underWay.delete(attemptId));
    underWay.set(attemptId, question);
    return question;
  }

  async function askOnce(attemptId: string, isPlanned: boolean): Promise<QuestionResult> {
    const claim = await claimQuestion(attemptId, isPlanned);
    if (claim.kind === "put_off") {
      putOffUntil.set(claim.lane, Math.max(claim.at, putOffUntil.get(claim.lane) ?? 0) + putOffSpacingMs);
      return claim.result;
    }
    if (claim.kind === "other_code") {
      warnOfOtherCode(claim.attempt, claim.configured);
      return "planned";
    }
    if (claim.kind !== "ours") return claim.kind;
    const { attempt, lane } = claim;
    lanes.set(lane, (lanes.get(lane) ?? 0) + 1);
    let told: ProviderEvent[] | undefined;
    try {
      told = await claim.fetchOutcome();
    } catch (error) {
      // Logged where it was called.
      if (!(error instanceof AdapterCallError)) throw error;
    } finally {
      const left = (lanes.get(lane) ?? 1) - 1;
      if (left > 0) lanes.set(lane, left);
      else lanes.delete(lane);
    }
    for (const event of told ?? []) await recordSessionNews(dependencies, attempt, event);
    await concludeQuestion(dependencies, attempt, told);
    return told === undefined ? "failed" : "answered";
  }

  /** Moved on before the question is asked: several instances do not ask twice, and a crash loses one question, not the session. */
  async function claimQuestion(attemptId: string, isPlanned: boolean): Promise<Claim> {
    // Most who ask come too early: they are sent away without a write.
    const seen = await storage.read((records) => records.attempts.find(attemptId));
    if (seen === undefined || seen.nextPollAt === undefined) return { kind: "over" };
    if (!isPlanned && isAskedRecently(seen) && seen.nextPollAt <= (seen.lastAskedAt ?? 0) + questionGapMs) {
      return { kind: "planned" };
    }
    return storage.write((records) => claimIn(records, attemptId, isPlanned));
  }

  async function claimIn(records: Records, attemptId: string, isPlanned: boolean): Promise<Claim> {
    const attempt = await records.attempts.find(attemptId);
    const payment = attempt && (await records.payments.find(attempt.paymentId));
    if (attempt?.sessionId === undefined || attempt.nextPollAt === undefined || payment === undefined) {
      return { kind: "over" };
    }
    const { sessionId } = attempt;
    const now = clock.now();
    const plan = (at: number | undefined) => records.attempts.update({ ...attempt, nextPollAt: at });
    const steady = nextQuestionAt(attempt, payment.expiresAt, now);
    if (steady === undefined) {
      await plan(undefined);
      return { kind: "over" };
    }
    if (isAskedRecently(attempt)) {
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
    const lane = `${payment.environment} ${attempt.kind === "card"}`;
    const isCrowded = isPlanned && (lanes.get(lane) ?? 0) >= maxPerProvider;
    if (isCrowded || !provider.mayAsk()) {
      const at = putOffTo(lane, now + (isCrowded ? crowdedDelayMs : unavailableDelayMs));
      await plan(at);
      return { kind: "put_off", lane, at, result: isCrowded ? "planned" : "failed" };
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
      payment,
      attempt: claimed,
      lane,
      fetchOutcome: () => provider.fetchOutcome(sessionId, claimed.pollCount),
    };
  }

  function putOffTo(lane: string, earliest: number): number {
    const last = putOffUntil.get(lane) ?? 0;
    return last > earliest && last < earliest + longestPutOffMs ? last : earliest;
  }

  /** A clock that was set back does not silence a session. */
  function isAskedRecently({ lastAskedAt }: PaymentAttempt): boolean {
    return lastAskedAt !== undefined && Math.abs(clock.now() - lastAskedAt) < questionGapMs;
  }

  function warnOfOtherCode(
    { provider: stored, paymentId, kind }: PaymentAttempt,
    configured: string | undefined,
  ): void {
    dependencies.failures.warn(
      `provider code ${stored} ${configured}`,
      { paymentId, kind, storedCode: stored, configuredCode: configured ?? null },
      "sessions of this provider are not asked about: the configured provider has another code",
    );
  }

  async function listDue(limit: number): Promise<string[]> {
    const due = await storage.read((records) => records.attempts.listDuePolls(clock.now(), limit));
    return due.map(({ attemptId }) => attemptId).filter((attemptId) => !underWay.has(attemptId));
  }

  function logFailure(attemptId: string, error: unknown): "failed" {
    logger.error({ attemptId, err: error }, "what a provider said could not be recorded; it is asked again");
    return "failed";
  }

  return {
    ask: (attemptId) => ask(attemptId),
    async askWithin(attemptId, waitMs) {
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<"pending">((resolve) => {
        timer = setTimeout(resolve, waitMs, "pending");
      });
      const question = ask(attemptId).catch((error: unknown) => logFailure(attemptId, error));
      return Promise.race([question, tooLate]).finally(() => clearTimeout(timer));
    },
    async askDue() {
      const due = await listDue(batchSize);
      await Promise.all(due.map((attemptId) => ask(attemptId, true)));
      return due.length;
    },
    async startDue() {
      const due = await listDue(batchSize);
      for (const attemptId of due) ask(attemptId, true).catch((error: unknown) => logFailure(attemptId, error));
      return due.length;
    },
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay.values());
    },
  };
}
