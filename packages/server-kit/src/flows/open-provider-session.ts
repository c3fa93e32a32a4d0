// Opens a session at a bank or card page: one at a time per payment, whatever the number of callers, and never inside a
// transaction. The caller with the lease on the attempt row calls the provider; the others wait for its result.
import type { RandomBytes } from "../domain/clock.js";
import { noProvider } from "../domain/eligibility.js";
import { createId, createToken } from "../domain/identifiers.js";
import { type Payment, type PaymentAttempt, placeOfKind } from "../domain/payment.js";
import { Refusal } from "../domain/refusal.js";
import { generateEndToEndId, toWireReference } from "../domain/remittance.js";
import { attemptRequestPurpose } from "../domain/seal-purposes.js";
import type { Vault } from "../domain/vault.js";
import { AdapterCallError } from "../outbound/adapter-outcome.js";
import type { CardSessionRequest } from "../outbound/card-page-provider.js";
import type { ProviderSession } from "../outbound/open-banking-provider.js";
import type { Records } from "../storage/port.js";
import { findProvider, type Providers } from "./find-provider.js";
import { isPayable } from "./is-payable.js";
import { fingerprintOf, isSameRequest, type SessionRequest } from "./provider-session-request.js";
import {
  type CompletedSession,
  type RecordSessionDependencies,
  recordLateSession,
  recordSession,
} from "./record-provider-session.js";
import { VersionConflictError } from "./retry-on-conflict.js";

export interface ProviderSessionDependencies extends Providers, RecordSessionDependencies {
  randomBytes: RandomBytes;
  vault: Vault;
  providerTimeoutMs: number;
  links: ProviderLinks;
}

/** URLs of this service that a provider receives. */
export interface ProviderLinks {
  buyerReturn(payment: Payment): string;
  providerCallback(providerCode: string): string;
}

/** Result of the first unit of work: a usable session or none, another caller opening one, or this caller's lease. */
export type BegunSession =
  | { kind: "done"; completed: CompletedSession }
  | { kind: "busy"; attemptId: string; wanted: SessionRequest; isSameRequest: boolean }
  | { kind: "ours"; payment: Payment; attempt: PaymentAttempt; wanted: SessionRequest; leaseToken: string };

/** Interval at which a waiting caller checks whether another process has opened the session. */
const waitStepMs = 50;
/** Added to the provider's timeout for the lease. */
const leaseMarginMs = 5000;

/**
 * Decides, in the caller's unit of work, who calls the provider. A matching session is reused; any other is superseded. A payment that has
 * ended or received money gets no session (docs/decisions/no-second-payment.md).
 */
export async function beginProviderSession(
  dependencies: ProviderSessionDependencies,
  records: Records,
  wanted: SessionRequest,
): Promise<BegunSession> {
  const now = dependencies.clock.now();
  const stored = await records.payments.find(wanted.paymentId);
  if (stored === undefined) throw new Refusal("PAYMENT_NOT_FOUND");
  const provider = findProvider(dependencies, stored.environment, wanted.kind);
  if (provider === undefined) throw noProvider();
  if (!(await isPayable(records, stored))) {
    return { kind: "done", completed: { payment: stored, provider: provider.code, redirectUrl: undefined } };
  }

  const payment: Payment = {
    ...stored,
    remittanceInfo: wanted.references.remittanceInfo ?? stored.remittanceInfo,
    remittanceInfoSource: wanted.references.remittanceInfo === undefined ? stored.remittanceInfoSource : "merchant",
    endToEndId: wanted.references.endToEndId ?? stored.endToEndId,
  };
  const current = await records.attempts.findCurrent(wanted.paymentId);
  if (current !== undefined) {
    const isSame = isSameRequest(current, wanted, payment);
    if (current.status === "opening" && (current.leaseUntil ?? 0) > now)
      return { kind: "busy", attemptId: current.attemptId, wanted, isSameRequest: isSame };
    const isUsable = current.status === "open" && (current.expiresAt ?? Number.POSITIVE_INFINITY) > now;
    if (isUsable && isSame) return { kind: "done", completed: { payment: stored, ...sessionOf(current) } };
    // Still polled: its buyer may already have approved it.
    await records.attempts.update({ ...current, status: "superseded", leaseToken: undefined });
  }
  if (payment.remittanceInfo !== stored.remittanceInfo || payment.endToEndId !== stored.endToEndId) {
    payment.version = stored.version + 1;
    if (!(await records.payments.changeReferences(payment, stored.version)))
      throw new VersionConflictError(stored.paymentId);
  }

  const leaseToken = createToken(dependencies.randomBytes);
  const fingerprint = fingerprintOf(wanted, payment);
  const attempt = newAttempt(dependencies, wanted, { provider: provider.code, fingerprint, leaseToken, now });
  await records.attempts.insert(attempt);
  return { kind: "ours", payment, attempt, wanted, leaseToken };
}

/** An attempt whose session is being opened under the lease. */
function newAttempt(
  { randomBytes, vault, providerTimeoutMs }: ProviderSessionDependencies,
  { paymentId, kind, sender }: SessionRequest,
  how: { provider: string; fingerprint: string; leaseToken: string; now: number },
): PaymentAttempt {
  const attemptId = createId("att", randomBytes);
  return {
    attemptId,
    paymentId,
    kind,
    provider: how.provider,
    fingerprint: how.fingerprint,
    sealedRequest: sender && vault.seal(JSON.stringify(sender), attemptRequestPurpose(attemptId)),
    status: "opening",
    sessionId: undefined,
    redirectUrl: undefined,
    leaseToken: how.leaseToken,
    leaseUntil: how.now + providerTimeoutMs + leaseMarginMs,
    nextPollAt: undefined,
    pollCount: 0,
    lastAskedAt: undefined,
    createdAt: how.now,
    expiresAt: undefined,
  };
}

/**
 * Completes a begun session: calls the provider with the lease, otherwise waits for the other caller and begins again.
 * @throws Refusal PROVIDER_UNAVAILABLE, PROVIDER_TIMEOUT, or VALIDATION_ERROR for an account that the bank refuses; the payment stays
 *   usable and the next call tries again.
 */
export async function completeProviderSession(
  dependencies: ProviderSessionDependencies,
  begin: () => Promise<BegunSession>,
): Promise<CompletedSession> {
  let waitSteps = Math.ceil((dependencies.providerTimeoutMs + leaseMarginMs) / waitStepMs);
  for (;;) {
    const begun = await begin();
    if (begun.kind === "done") return begun.completed;
    if (begun.kind === "ours") return callProvider(dependencies, begun);
    for (let isOpening = true; isOpening; waitSteps -= 1) {
      if (waitSteps <= 0) throw new Refusal("PROVIDER_TIMEOUT");
      await new Promise((resolve) => setTimeout(resolve, waitStepMs));
      isOpening = await isStillOpening(dependencies, begun);
    }
  }
}

async function callProvider(
  dependencies: ProviderSessionDependencies,
  { payment, attempt, wanted, leaseToken }: Extract<BegunSession, { kind: "ours" }>,
): Promise<CompletedSession> {
  const { storage, logger } = dependencies;
  const provider = findProvider(dependencies, payment.environment, wanted.kind);
  if (provider === undefined) throw noProvider();
  try {
    const session = await createSession(dependencies, payment, attempt, wanted);
    if (session === undefined) throw noProvider();
    const completed = await recordSession(dependencies, { payment, attempt, leaseToken }, session);
    if (completed === undefined) {
      throw new Error("The lease on the provider session expired before the provider responded.");
    }
    return completed;
  } catch (error) {
    const status = statusOfFailure(error);
    await storage.write((records) =>
      records.attempts.update({ ...attempt, status, leaseToken: undefined, leaseUntil: undefined }, leaseToken),
    );
    // The adapter guard has logged other failed calls. The message of a refusal may name the buyer.
    if (status === "refused") {
      logger.info({ paymentId: payment.paymentId, provider: provider.code }, "provider rejected the session");
    } else if (!(error instanceof AdapterCallError)) {
      logger.warn(
        { paymentId: payment.paymentId, provider: provider.code, err: error },
        "provider returned no session",
      );
    }
    throw refusalOf(status, wanted, error);
  }
}

type FailedStatus = Extract<PaymentAttempt["status"], "failed" | "refused" | "timed_out">;

function statusOfFailure(error: unknown): FailedStatus {
  if (!(error instanceof AdapterCallError)) return "failed";
  if (error.outcome === "refused") return "refused";
  return error.outcome === "timeout" ? "timed_out" : "failed";
}

/** The refusal when the provider has returned no session, for the caller with the lease and for those who wait. */
function refusalOf(status: FailedStatus, { sender }: SessionRequest, cause?: unknown): Refusal {
  if (status === "refused" && sender !== undefined) {
    const message = "was rejected by the bank: use another account";
    return new Refusal("VALIDATION_ERROR", {
      message: `senderIban ${message}`,
      details: [{ path: "senderIban", rule: "provider", message }],
      cause,
    });
  }
  return new Refusal(status === "timed_out" ? "PROVIDER_TIMEOUT" : "PROVIDER_UNAVAILABLE", { cause });
}

/** An end that has passed would end the session at its first poll, while the buyer is at the bank. */
function withFutureEnd(
  { clock, logger }: ProviderSessionDependencies,
  provider: string,
  session: ProviderSession,
): ProviderSession {
  const { expiresAt } = session;
  if (expiresAt === undefined || expiresAt > clock.now()) return session;
  logger.warn(
    { provider, expiresAt },
    "provider returned a session with an expiresAt that has passed, which is ignored: it must be epoch milliseconds, not seconds",
  );
  return { ...session, expiresAt: undefined };
}

/** A bank request includes the accounts; a card request does not. */
async function createSession(
  dependencies: ProviderSessionDependencies,
  payment: Payment,
  attempt: PaymentAttempt,
  wanted: SessionRequest,
): Promise<ProviderSession | undefined> {
  const { providers, cardPages, links } = dependencies;
  const { attemptId, provider } = attempt;
  const checked = (session: ProviderSession) => withFutureEnd(dependencies, provider, session);
  const onLate = (session: ProviderSession) => void recordLateSession(dependencies, attempt, checked(session));
  const request: Omit<CardSessionRequest, "signal"> = {
    paymentId: payment.paymentId,
    attemptId,
    merchantId: payment.merchantId,
    shopName: wanted.store.name,
    amountCents: payment.amountCents,
    currency: payment.currency,
    reference: toWireReference(payment.remittanceInfo),
    buyerReturnUrl: links.buyerReturn(payment),
    callbackUrl: links.providerCallback(provider),
  };
  if (placeOfKind[wanted.kind] === "card") {
    const session = await cardPages[payment.environment]?.createSession(request, onLate);
    return session && checked(session);
  }
  const bankRequest = {
    ...request,
    endToEndId: payment.endToEndId ?? generateEndToEndId(attemptId),
    customerCountry: wanted.customerCountry,
    sender: wanted.sender,
    instant: wanted.instant,
    fallbackToStandard: wanted.instant,
    creditor: wanted.store.bankAccount,
  };
  const session = await providers[payment.environment]?.createSession(bankRequest, onLate);
  return session && checked(session);
}

/**
 * @throws Refusal, the one that the caller with the lease gets: a provider that is down is not called again for each
 *   waiting caller. Not when it refused a different request, because it may accept this one.
 */
async function isStillOpening(
  { storage }: ProviderSessionDependencies,
  { attemptId, wanted, isSameRequest }: Extract<BegunSession, { kind: "busy" }>,
): Promise<boolean> {
  const status = (await storage.read((records) => records.attempts.find(attemptId)))?.status;
  if (status === "failed" || status === "timed_out" || (status === "refused" && isSameRequest)) {
    throw refusalOf(status, wanted);
  }
  return status === "opening";
}

function sessionOf(attempt: PaymentAttempt): Pick<CompletedSession, "provider" | "redirectUrl"> {
  if (attempt.sessionId === undefined || attempt.redirectUrl === undefined) {
    throw new Error(`Attempt ${attempt.attemptId} is open without a session.`);
  }
  return { provider: attempt.provider, redirectUrl: attempt.redirectUrl };
}
