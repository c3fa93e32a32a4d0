// Moves a payment to an end state by the service's own graph: which events, in which order, from its current state. What the graph does
// not allow throws with the state.
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
import {
  applySandboxEvent,
  type SandboxEvent,
  sandboxEvents,
} from "../../../server-kit/src/flows/apply-sandbox-event.js";
import { factsOf } from "../../../server-kit/src/flows/move-payment.js";
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

/** A payment cannot reach the requested state from its current one, or there is no such payment. */
export class IllegalMoveError extends Error {
  override readonly name = "IllegalMoveError";

  constructor(
    readonly paymentId: string,
    /** The payment's current state; undefined when there is no such payment. */
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

const endStates: Record<Move, PaymentState> = {
  succeed: "settled",
  fail: "declined",
  cancel: "cancelled",
  expire: "expired",
};
/** The longest path has three events; the fourth round finds that the end is reached. */
const maxRounds = 4;

export async function movePayment(service: Service, paymentId: string, move: Move): Promise<SessionNow> {
  for (let count = 0; count < maxRounds; count += 1) {
    const { payment, store } = await findPayment(service, paymentId);
    if (count > 0 && payment.state === endStates[move]) return sessionNow(payment, store);
    const event = nextEvent(move, payment, store);
    if (event === undefined) throw new IllegalMoveError(paymentId, payment.state, move);
    const now = service.clock.now();
    const isForced = event === "clock.expired";
    // Checked before it is applied: a move that is rejected records no event and no alert.
    const facts = factsOf(isForced ? { ...payment, expiresAt: now } : payment, store, now);
    if (findTransition(payment.state, event, facts) === undefined) {
      throw new IllegalMoveError(paymentId, payment.state, move);
    }
    if (isForced) await expireNow(service, payment);
    const result = await apply(service, payment, event, payment.amountCents);
    if (result.kind !== "moved") throw new IllegalMoveError(paymentId, payment.state, move);
  }
  throw new Error(
    `Payment ${paymentId} did not reach ${endStates[move]}: this is a bug in the mock, please report it.`,
  );
}

/** Sends one event, by its name in the sandbox or in the graph. An event that is not allowed is recorded and changes nothing. */
export async function sendEvent(
  service: Service,
  paymentId: string,
  event: string,
  amountCents: number | undefined,
): Promise<SessionNow & { accepted: boolean }> {
  const { payment, store } = await findPayment(service, paymentId);
  const graphEvent = paymentEvents.find((name) => name === event);
  const result =
    graphEvent === undefined
      ? await applySandboxEvent(service, paymentId, { event: readSandboxEvent(event), amountCents })
      : await apply(service, payment, graphEvent, amountCents);
  const after = result.kind === "not_found" ? payment : result.payment;
  return { ...sessionNow(after, store), accepted: result.kind === "moved" || result.kind === "unchanged" };
}

function readSandboxEvent(event: string): SandboxEvent {
  const known = sandboxEvents.find((name) => name === event);
  if (known !== undefined) return known;
  const names = [...sandboxEvents, ...paymentEvents];
  throw new TypeError(
    `Unknown event ${JSON.stringify(event)}.${suggestName(event, names)} Valid events: ${names.join(", ")}.`,
  );
}

async function findPayment(service: Service, paymentId: string): Promise<{ payment: Payment; store: Store }> {
  const found = await service.storage.read(async (records) => {
    const payment = await records.payments.find(paymentId);
    const store = payment && (await records.stores.findIncludingDeleted(payment.merchantId));
    return payment && store && { payment, store };
  });
  if (found === undefined) throw new IllegalMoveError(paymentId, undefined, "move");
  return found;
}

function sessionNow({ paymentId, state }: Payment, store: Store): SessionNow {
  return { paymentId, state, status: statusOf(state, store.successStatus) };
}

/** Undefined when no event leads there from the current state. */
function nextEvent(move: Move, payment: Payment, store: Store): PaymentEvent | undefined {
  const { state } = payment;
  const isDirect = payment.checkoutMode === "direct_provider";
  const isAtBank = state === "at_provider" || state === "unresolved";
  const isSettledByProviderSuccess = store.openBankTransfer.confirmationMode === "provider_success";
  switch (move) {
    case "succeed":
      if (isSettledByProviderSuccess) return "provider.success";
      return state === "submitted" || state === "expired" ? "settlement.confirmed" : "provider.success";
    case "fail":
      // Hosted: a buyer may try again after a rejection, unless the bank had accepted the attempt.
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
  const type = providerEventTypes.find((name) => name === event);
  if (type !== undefined) return applyProviderEvent(service, payment.paymentId, { type, amountCents, detail: "mock" });
  const changes =
    event === "provider.session_created" ? { attemptCount: payment.attemptCount + 1, isAttemptAccepted: false } : {};
  const actor = event === "clock.expired" ? "clock" : "buyer";
  return applyEvent(service, payment.paymentId, { event, actor, changes });
}

/** Ends this payment's 30 days now, without advancing the clock for the others. */
async function expireNow({ storage, clock }: Service, { paymentId }: Payment): Promise<void> {
  await storage.write(async (records) => {
    const payment = await records.payments.find(paymentId);
    if (payment === undefined || payment.expiresAt <= clock.now()) return;
    await records.payments.update(
      { ...payment, expiresAt: clock.now(), version: payment.version + 1 },
      payment.version,
    );
  });
}
