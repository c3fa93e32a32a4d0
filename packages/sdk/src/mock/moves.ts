// Takes a payment to an end by the service's own graph: which events, in which order, from where it stands. What the graph does not
// allow throws with the state.

import type { Payment } from "../../../server-kit/src/domain/payment.js";
import {
  isIdle,
  type PaymentState,
  statusOf,
  type TransactionStatus,
} from "../../../server-kit/src/domain/payment-state.js";
import type { Store } from "../../../server-kit/src/domain/store.js";
import {
  findTransition,
  type PaymentEvent,
  paymentEvents,
  providerEventTypes,
} from "../../../server-kit/src/domain/transition-graph.js";
import { applyEvent, applyProviderEvent, type EventResult } from "../../../server-kit/src/flows/apply-event.js";
import { factsOf } from "../../../server-kit/src/flows/move-payment.js";
import { playSandboxEvent, sandboxEvents } from "../../../server-kit/src/flows/play-sandbox-event.js";
import { suggestName } from "../nearest-name.js";
import type { ComposedService } from "./compose-service.js";

export interface SessionNow {
  paymentId: string;
  /** The service's internal state, such as `at_provider`. */
  state: PaymentState;
  /** The status that webhooks report. */
  status: TransactionStatus;
}

export type Move = "succeed" | "fail" | "cancel" | "expire";

/** A payment cannot take the way that a test wanted, or there is no such payment. */
export class IllegalMoveError extends Error {
  override readonly name = "IllegalMoveError";

  constructor(
    readonly paymentId: string,
    /** Where the payment stands; undefined when there is none. */
    readonly state: PaymentState | undefined,
    wanted: string,
  ) {
    super(
      state === undefined
        ? `There is no payment ${JSON.stringify(paymentId)}.`
        : `Payment ${paymentId} is ${state}: it cannot ${wanted} from there.`,
    );
  }
}

type Service = ComposedService["dependencies"];

const ends: Record<Move, PaymentState> = {
  succeed: "settled",
  fail: "declined",
  cancel: "cancelled",
  expire: "expired",
};
/** The longest way is three events. */
const mostEvents = 4;

export async function movePayment(service: Service, paymentId: string, move: Move): Promise<SessionNow> {
  for (let count = 0; count < mostEvents; count += 1) {
    const { payment, store } = await findPayment(service, paymentId);
    if (count > 0 && payment.state === ends[move]) return sessionNow(payment, store);
    const event = nextEvent(move, payment, store);
    if (event === undefined) throw new IllegalMoveError(paymentId, payment.state, move);
    const now = service.clock.now();
    const isForced = event === "clock.expired";
    // Asked before it is told: a move that is refused leaves no evidence and no alert behind.
    const facts = factsOf(isForced ? { ...payment, expiresAt: now } : payment, store, now);
    if (findTransition(payment.state, event, facts) === undefined) {
      throw new IllegalMoveError(paymentId, payment.state, move);
    }
    if (isForced) await bringExpiryHere(service, payment);
    const result = await apply(service, payment, event, payment.amountCents);
    if (result.kind !== "moved") throw new IllegalMoveError(paymentId, payment.state, move);
  }
  throw new Error(
    `Payment ${paymentId} did not come to ${ends[move]}: the graph has changed, and the mock with it must.`,
  );
}

/** One event, in the simulator's words or the graph's. What is not allowed is recorded and changes nothing. */
export async function sendNews(
  service: Service,
  paymentId: string,
  event: string,
  amountCents: number | undefined,
): Promise<SessionNow & { accepted: boolean }> {
  const { payment, store } = await findPayment(service, paymentId);
  const sandboxEvent = sandboxEvents.find((word) => word === event);
  const graphEvent = paymentEvents.find((word) => word === event);
  if (sandboxEvent === undefined && graphEvent === undefined) {
    const known = [...sandboxEvents, ...paymentEvents];
    throw new TypeError(
      `There is no event ${JSON.stringify(event)}.${suggestName(event, known)} There are ${known.join(", ")}.`,
    );
  }
  const result =
    graphEvent === undefined && sandboxEvent !== undefined
      ? await playSandboxEvent(service, paymentId, { event: sandboxEvent, amountCents })
      : await apply(service, payment, graphEvent ?? "page.opened", amountCents);
  const after = result.kind === "not_found" ? payment : result.payment;
  return { ...sessionNow(after, store), accepted: result.kind === "moved" || result.kind === "unchanged" };
}

async function findPayment(service: Service, paymentId: string): Promise<{ payment: Payment; store: Store }> {
  const found = await service.storage.read(async (records) => {
    const payment = await records.payments.find(paymentId);
    const store = payment && (await records.stores.findEvenDeleted(payment.merchantId));
    return payment && store && { payment, store };
  });
  if (found === undefined) throw new IllegalMoveError(paymentId, undefined, "move");
  return found;
}

function sessionNow({ paymentId, state }: Payment, store: Store): SessionNow {
  return { paymentId, state, status: statusOf(state, store.successStatus) };
}

/** Undefined: there is no way from here. */
function nextEvent(move: Move, payment: Payment, store: Store): PaymentEvent | undefined {
  const { state } = payment;
  const isDirect = payment.checkoutMode === "direct_provider";
  const isAtBank = state === "at_provider" || state === "unresolved";
  const isPaidByWord = store.openBankTransfer.confirmationMode === "provider_success";
  switch (move) {
    case "succeed":
      if (isPaidByWord) return "provider.success";
      return state === "submitted" || state === "expired" ? "settlement.confirmed" : "provider.success";
    case "fail":
      // A hosted buyer may try again after a refusal; one after an acceptance is final.
      if (isDirect || state === "submitted") return "provider.rejected";
      if (isIdle(state)) return "provider.session_created";
      return payment.isAttemptAccepted ? "provider.rejected" : "provider.accepted";
    case "cancel":
      if (isIdle(state)) return isDirect ? "provider.cancelled" : "buyer.cancelled";
      return isAtBank ? "provider.cancelled" : undefined;
    case "expire":
      if (isIdle(state) && !isDirect) return "clock.expired";
      return isIdle(state) || isAtBank ? "provider.session_expired" : undefined;
  }
}

async function apply(
  service: Service,
  payment: Payment,
  event: PaymentEvent,
  amountCents: number | undefined,
): Promise<EventResult> {
  const type = providerEventTypes.find((word) => word === event);
  if (type !== undefined) return applyProviderEvent(service, payment.paymentId, { type, amountCents, detail: "mock" });
  const changes =
    event === "provider.session_created" ? { attemptCount: payment.attemptCount + 1, isAttemptAccepted: false } : {};
  const actor = event === "clock.expired" ? "clock" : "buyer";
  return applyEvent(service, payment.paymentId, { event, actor, changes });
}

/** Only this payment's 30 days are over: the clock stays where it is. */
async function bringExpiryHere({ storage, clock }: Service, { paymentId }: Payment): Promise<void> {
  await storage.write(async (records) => {
    const payment = await records.payments.find(paymentId);
    if (payment === undefined || payment.expiresAt <= clock.now()) return;
    await records.payments.update(
      { ...payment, expiresAt: clock.now(), version: payment.version + 1 },
      payment.version,
    );
  });
}
