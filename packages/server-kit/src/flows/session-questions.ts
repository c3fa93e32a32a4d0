// Asks providers what became of their sessions, as planned and when somebody has a reason: callbacks may be lost, and outcomes come late
// (spec/rules.md#questions). Every session has a plan of its own; a question that hangs holds up nobody else's.
import type { ProviderEvent } from "../domain/evidence.js";
import type { PaymentAttempt } from "../domain/payment.js";
import { AdapterCallError } from "../outbound/adapter-calls.js";
import { claimQuestion, type QuestionResult, type SessionQuestionsDependencies } from "./claim-question.js";
import { concludeQuestion } from "./conclude-question.js";
import { createQuestionLanes } from "./question-lanes.js";
import { recordSessionNews } from "./record-session-news.js";

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
/** Real milliseconds: a session whose question could not be recorded, because the disk is full perhaps, is left alone for this long. */
const restMs = 5000;

export function createSessionQuestions(dependencies: SessionQuestionsDependencies): SessionQuestions {
  const { storage, clock, failures } = dependencies;
  const underWay = new Map<string, Promise<QuestionResult>>();
  const lanes = createQuestionLanes();
  const resting = new Set<string>();

  function ask(attemptId: string, isPlanned = false): Promise<QuestionResult> {
    const shared = underWay.get(attemptId);
    if (shared !== undefined) return shared;
    const question = askOnce(attemptId, isPlanned).finally(() => underWay.delete(attemptId));
    underWay.set(attemptId, question);
    return question;
  }

  async function askOnce(attemptId: string, isPlanned: boolean): Promise<QuestionResult> {
    const claim = await claimQuestion(dependencies, attemptId, { isPlanned, lanes });
    if (claim.kind === "put_off") {
      lanes.notePutOff(claim.lane, claim.at);
      return claim.result;
    }
    if (claim.kind === "other_code") {
      warnOfOtherCode(claim.attempt, claim.configured);
      return "planned";
    }
    if (claim.kind !== "ours") return claim.kind;
    const { attempt, lane } = claim;
    let told: ProviderEvent[] | undefined;
    try {
      told = await claim.fetchOutcome();
    } catch (error) {
      // Logged where it was called.
      if (!(error instanceof AdapterCallError)) throw error;
    } finally {
      lanes.leave(lane);
    }
    for (const event of told ?? []) await recordSessionNews(dependencies, attempt, event);
    await concludeQuestion(dependencies, attempt, told);
    return told === undefined ? "failed" : "answered";
  }

  function warnOfOtherCode(
    { provider: stored, paymentId, kind }: PaymentAttempt,
    configured: string | undefined,
  ): void {
    failures.warn(
      `provider code ${stored} ${configured}`,
      { paymentId, kind, storedCode: stored, configuredCode: configured ?? null },
      "sessions of this provider are not asked about: the configured provider has another code",
    );
  }

  async function listDue(limit: number): Promise<string[]> {
    const due = await storage.read((records) => records.attempts.listDuePolls(clock.now(), limit));
    return due
      .map(({ attemptId }) => attemptId)
      .filter((attemptId) => !underWay.has(attemptId) && !resting.has(attemptId));
  }

  function noteFailure(attemptId: string, error: unknown): "failed" {
    resting.add(attemptId);
    setTimeout(() => resting.delete(attemptId), restMs).unref();
    failures.warn("question not recorded", { attemptId, err: error }, "a question to a provider could not be recorded");
    return "failed";
  }

  return {
    ask: (attemptId) => ask(attemptId),
    async askWithin(attemptId, waitMs) {
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<"pending">((resolve) => {
        timer = setTimeout(resolve, waitMs, "pending");
      });
      const question = ask(attemptId).catch((error: unknown) => noteFailure(attemptId, error));
      return Promise.race([question, tooLate]).finally(() => clearTimeout(timer));
    },
    async askDue() {
      const due = await listDue(batchSize);
      const results = await Promise.allSettled(due.map((attemptId) => ask(attemptId, true)));
      const failure = results.find((result) => result.status === "rejected");
      if (failure !== undefined) throw failure.reason;
      return due.length;
    },
    async startDue() {
      const due = await listDue(batchSize);
      for (const attemptId of due) ask(attemptId, true).catch((error: unknown) => noteFailure(attemptId, error));
      return due.length;
    },
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay.values());
    },
  };
}
