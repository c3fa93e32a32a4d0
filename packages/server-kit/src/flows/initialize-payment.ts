// Creates a payment, or finds the open one of the same order (spec/rules.md#initialize).
// Validates first, without I/O; then one unit of work: replay, reuse or create. Direct mode calls the provider after that unit, outside
// of any transaction (open-provider-session.ts), and records the result in another one.
import { createHash } from "node:crypto";
import {
  checkInitialize,
  type InitializeContext,
  type InitializePlan,
  type InitializeRequest,
} from "../domain/check-initialize.js";
import type { Environment } from "../domain/environment.js";
import { limits } from "../domain/generated/limits.js";
import { idempotencyKeyTtlMs } from "../domain/idempotency.js";
import { createPaymentId, createToken } from "../domain/identifiers.js";
import { canonicalJson, type JsonObject, type JsonValue } from "../domain/json.js";
import type { Payment, ReuseSlot } from "../domain/payment.js";
import { isBeforeChoice } from "../domain/payment-state.js";
import { Refusal } from "../domain/refusal.js";
import { generateEndToEndId, generateRemittance } from "../domain/remittance.js";
import type { Store } from "../domain/store.js";
import type { InitializeFacts } from "../storage/port/initialize-records.js";
import type { Records, UnitOfWork } from "../storage/port.js";
import { isPayable } from "./is-payable.js";
import {
  beginProviderSession,
  completeProviderSession,
  type ProviderSessionDependencies,
} from "./open-provider-session.js";
import { recordCreation, recordTransition } from "./record-transition.js";

/** Pending payments end this long after their creation. */
const paymentLifetimeMs = limits.pendingExpiryDays * 24 * 60 * 60 * 1000;
const initializeRoute = "POST /payments/initialize";
/** A call may wait for another caller's lease (one provider timeout and 5 s) and then call the provider itself; the rest is slack. */
const leaseSlackMs = 10_000;

export interface InitializeDependencies extends ProviderSessionDependencies {
  servicePrefix: string;
  /** False when the host has switched eligibility off for test keys. */
  isTestEligibilityEnforced: boolean;
  /** Wakes the delivery engine: a new payment has a webhook. It is not announced, because no page of it is open yet. */
  wake(): void;
}

export interface InitializeCall {
  store: Store;
  environment: Environment;
  request: InitializeRequest;
  /** The Idempotency-Key and a digest of the body. Called after all other validation; may throw a Refusal. */
  readIdempotency(): Idempotency | undefined;
}

interface Idempotency {
  key: string;
  bodyHash: string;
}

type CheckedCall = InitializeCall & { idempotency: Idempotency | undefined };

export interface InitializeOutcome {
  payment: Payment;
  /** An existing pending payment was reused. */
  isReused: boolean;
  /** Direct mode only: the bank's page, or this service's own when the payment cannot be paid any more. */
  session: { provider: string; redirectUrl: string } | undefined;
  /** The stored outcome of an earlier call with the same Idempotency-Key. */
  isReplayed: boolean;
}

/**
 * @throws Refusal KYC_…, SHOP_NOT_VERIFIED, PAYMENT_METHOD_UNAVAILABLE, VALIDATION_ERROR, IDEMPOTENCY_KEY_REUSED,
 *   IDEMPOTENCY_IN_PROGRESS, PROVIDER_UNAVAILABLE, PROVIDER_TIMEOUT.
 */
export async function initializePayment(
  dependencies: InitializeDependencies,
  call: InitializeCall,
): Promise<InitializeOutcome> {
  const { environment, store, request } = call;
  const context: InitializeContext = {
    store,
    environment,
    providerCode: dependencies.providers[environment]?.code,
    hasCardPage: dependencies.cardPages[environment] !== undefined,
    isEligibilityEnforced: environment === "live" || dependencies.isTestEligibilityEnforced,
  };
  const plan = checkInitialize(request, context);
  const checked: CheckedCall = { ...call, idempotency: call.readIdempotency() };
  return plan.direct === undefined
    ? initializeHosted(dependencies, checked, plan)
    : initializeDirect(dependencies, checked, plan, plan.direct);
}

async function initializeHosted(
  dependencies: InitializeDependencies,
  call: CheckedCall,
  plan: InitializePlan,
): Promise<InitializeOutcome> {
  const outcome = await dependencies.storage.write(async (records) => {
    const facts = await readFacts(dependencies, records, call);
    const replayed = findReplay(dependencies, facts, call);
    if (replayed !== undefined) return replayed;
    const found = await findOrCreate(dependencies, records, call, plan, facts);
    const fresh: InitializeOutcome = { ...found, session: undefined, isReplayed: false };
    await keepIdempotency(dependencies, records, call, { outcome: fresh });
    return fresh;
  }, unitOfWorkFor(call));
  if (!outcome.isReused && !outcome.isReplayed) dependencies.wake();
  return outcome;
}

async function initializeDirect(
  dependencies: InitializeDependencies,
  call: CheckedCall,
  plan: InitializePlan,
  direct: NonNullable<InitializePlan["direct"]>,
): Promise<InitializeOutcome> {
  const runningUntil = dependencies.clock.now() + 2 * dependencies.providerTimeoutMs + leaseSlackMs;
  const begun = await dependencies.storage.write(async (records) => {
    const facts = await readFacts(dependencies, records, call);
    const replayed = findReplay(dependencies, facts, call);
    if (replayed !== undefined) return withoutEndedSession(dependencies, records, replayed);
    await keepIdempotency(dependencies, records, call, { runningUntil });
    const found = await findOrCreate(dependencies, records, call, plan, facts);
    return { ...found, session: undefined, isReplayed: false };
  }, unitOfWorkFor(call));
  if (begun.isReplayed) return begun;
  if (!begun.isReused) dependencies.wake();

  try {
    const opened = await completeProviderSession(dependencies, () =>
      dependencies.storage.write((records) =>
        beginProviderSession(dependencies, records, {
          paymentId: begun.payment.paymentId,
          kind: "direct",
          store: call.store,
          sender: direct.sender,
          customerCountry: direct.customerCountry,
          instant: direct.instant,
          references: { remittanceInfo: call.request.remittanceInfo, endToEndId: call.request.endToEndId },
        }),
      ),
    );
    const { payment, provider, redirectUrl = dependencies.links.buyerReturn(payment) } = opened;
    const outcome: InitializeOutcome = {
      payment,
      isReused: begun.isReused,
      session: { provider, redirectUrl },
      isReplayed: false,
    };
    if (call.idempotency)
      await dependencies.storage.write((records) => keepIdempotency(dependencies, records, call, { outcome }));
    return outcome;
  } catch (error) {
    // A later call with the same key has to try again instead of waiting for a response that will not be stored.
    const scope = idempotencyScope(call);
    if (scope) await dependencies.storage.write((records) => records.idempotency.removeRunning(scope, runningUntil));
    throw error;
  }
}

/** A stored response must not lead to the bank once its payment cannot be paid any more: the buyer would pay twice. */
async function withoutEndedSession(
  { links }: InitializeDependencies,
  records: Records,
  replayed: InitializeOutcome,
): Promise<InitializeOutcome> {
  const payment = await records.payments.find(replayed.payment.paymentId);
  if (payment === undefined || replayed.session === undefined || (await isPayable(records, payment))) return replayed;
  return { ...replayed, payment, session: { ...replayed.session, redirectUrl: links.buyerReturn(payment) } };
}

function slotOf({ store, environment, request }: InitializeCall): ReuseSlot {
  return {
    merchantId: store.merchantId,
    environment,
    orderId: request.orderId,
    amountCents: request.amountCents,
    currency: request.currency,
    checkoutMode: request.checkoutMode,
  };
}

/** Locks the order and the Idempotency-Key; concurrent transitions are detected by version, and the slot by a unique index. */
function unitOfWorkFor(call: CheckedCall): UnitOfWork {
  const { merchantId, environment, orderId } = slotOf(call);
  const scope = idempotencyScope(call);
  const order = ["order", merchantId, environment, orderId];
  return {
    locks: [order, ...(scope ? [["idempotency", ...Object.values(scope)]] : [])].map((name) => name.join("\n")),
    readsStore: merchantId,
  };
}

function readFacts({ clock }: InitializeDependencies, records: Records, call: CheckedCall): Promise<InitializeFacts> {
  return records.initialize.find({ slot: slotOf(call), idempotency: idempotencyScope(call), now: clock.now() });
}

async function findOrCreate(
  dependencies: InitializeDependencies,
  records: Records,
  call: InitializeCall,
  plan: InitializePlan,
  { pending, newestOpen, store, mayBeListenedTo }: InitializeFacts,
): Promise<{ payment: Payment; isReused: boolean }> {
  const { request } = call;
  const now = dependencies.clock.now();
  // A payment past its expiry that is not yet marked as expired is not reused.
  if (pending !== undefined && pending.expiresAt > now) {
    const refreshed = await refresh(records, pending, request, plan, now);
    return { payment: await supersede(records, newestOpen, refreshed), isReused: true };
  }
  if (pending !== undefined) {
    await recordTransition(dependencies, records, {
      before: pending,
      next: { ...pending, state: "expired" },
      cause: { event: "clock.expired", actor: "clock" },
    });
  }

  const payment = createPayment(dependencies, slotOf(call), request, plan, now);
  await recordCreation(dependencies, records, payment, store, mayBeListenedTo);
  return { payment: await supersede(records, newestOpen, payment), isReused: false };
}

/**
 * The latest payment of an order replaces earlier ones: the newest open one before it is marked as superseded.
 * Only that one, so that the thousandth payment of an order costs no more than the second: older ones are already marked.
 */
async function supersede(records: Records, newest: Payment | undefined, payment: Payment): Promise<Payment> {
  if (newest !== undefined) await records.payments.supersede(newest.paymentId, payment.paymentId);
  if (payment.supersededBy === undefined) return payment;
  await records.payments.supersede(payment.paymentId, undefined);
  return { ...payment, supersededBy: undefined, version: payment.version + 1 };
}

/** Updates the fields from the latest request while the buyer has not chosen a method; references are kept. */
async function refresh(
  records: Records,
  pending: Payment,
  request: InitializeRequest,
  plan: InitializePlan,
  now: number,
): Promise<Payment> {
  if (!isBeforeChoice(pending.state)) return pending;
  const fields = {
    returnUrl: request.returnUrl,
    customerEmail: request.customerEmail,
    customerName: request.customerName,
    metadata: request.metadata,
    description: request.description,
    items: request.items,
    paymentMethod: plan.paymentMethod,
    requestedMethod: request.paymentMethod,
  };
  await records.payments.refresh(pending.paymentId, fields, now);
  return { ...pending, ...fields, version: pending.version + 1, updatedAt: now };
}

function createPayment(
  { randomBytes, servicePrefix }: InitializeDependencies,
  slot: ReuseSlot,
  request: InitializeRequest,
  plan: InitializePlan,
  now: number,
): Payment {
  const paymentId = createPaymentId(now, randomBytes);
  // Field by field: with a spread, V8 created a new shape for each payment, which took a tenth of the CPU time of a call.
  return {
    merchantId: slot.merchantId,
    environment: slot.environment,
    orderId: slot.orderId,
    amountCents: slot.amountCents,
    currency: slot.currency,
    checkoutMode: slot.checkoutMode,
    paymentId,
    paymentMethod: plan.paymentMethod,
    requestedMethod: request.paymentMethod,
    customerEmail: request.customerEmail,
    customerName: request.customerName,
    returnUrl: request.returnUrl,
    metadata: request.metadata,
    description: request.description,
    items: request.items,
    remittanceInfo: request.remittanceInfo ?? generateRemittance(servicePrefix, request.orderId, paymentId),
    remittanceInfoSource: request.remittanceInfo === undefined ? "generated" : "merchant",
    endToEndId: plan.direct === undefined ? undefined : (request.endToEndId ?? generateEndToEndId(paymentId)),
    state: "created",
    version: 1,
    attemptCount: 0,
    isAttemptAccepted: false,
    checkoutToken: createToken(randomBytes),
    supersededBy: undefined,
    claimedPaidAt: undefined,
    settledAt: undefined,
    createdAt: now,
    updatedAt: now,
    expiresAt: now + paymentLifetimeMs,
  };
}

function idempotencyScope({ idempotency, store, environment }: CheckedCall) {
  return idempotency && { merchantId: store.merchantId, environment, route: initializeRoute, key: idempotency.key };
}

/** @throws Refusal when the key was used with a different body or for a call in progress. */
function findReplay(
  { clock }: InitializeDependencies,
  { stored }: InitializeFacts,
  call: CheckedCall,
): InitializeOutcome | undefined {
  const now = clock.now();
  if (stored === undefined || stored.expiresAt <= now) return undefined;
  if (stored.bodyHash !== call.idempotency?.bodyHash) throw new Refusal("IDEMPOTENCY_KEY_REUSED");
  if (stored.outcome === undefined) {
    if (stored.runningUntil > now)
      throw new Refusal("IDEMPOTENCY_IN_PROGRESS", { retryAfterSeconds: limits.idempotencyRetryAfterSeconds });
    return undefined;
  }
  // `keepIdempotency` wrote it. JSON omits undefined fields, which reads the same.
  return { ...(stored.outcome as unknown as InitializeOutcome), isReplayed: true };
}

/** Stores the outcome under the call's Idempotency-Key, or that the call is in progress, and until when at most. */
async function keepIdempotency(
  { clock }: InitializeDependencies,
  records: Records,
  call: CheckedCall,
  { outcome, runningUntil }: { outcome?: InitializeOutcome; runningUntil?: number },
): Promise<void> {
  const scope = idempotencyScope(call);
  if (scope === undefined || call.idempotency === undefined) return;
  const now = clock.now();
  await records.idempotency.put({
    ...scope,
    bodyHash: call.idempotency.bodyHash,
    // An outcome contains only strings, numbers, booleans and the merchant's JSON.
    outcome: outcome as unknown as JsonObject | undefined,
    runningUntil: runningUntil ?? now,
    expiresAt: now + idempotencyKeyTtlMs,
  });
}

/** Digest of a request body: the same for the same fields in any order, inside metadata too. The order of lists counts. */
export function hashBody(body: JsonValue): string {
  return createHash("sha256").update(canonicalJson(body)).digest("base64url");
}
