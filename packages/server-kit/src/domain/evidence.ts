// Interprets an event of a provider or a bank, and decides whether it is money that counts. Amount and currency are checked before it
// counts as success (docs/states.md; spec/rules.md#arrivals; spec/rules.md#transitions, 3).
import { reportedAmount } from "./money-text.js";
import type { AlertType, Payment } from "./payment.js";
import { isAbsorbing, stateText } from "./payment-state.js";
import { Refusal } from "./refusal.js";
import { reportedCurrency, reportedReference, reportedText } from "./reported-text.js";
import { type ConfirmationMode, type PaymentEvent, type ProviderEventType, paymentEvents } from "./transition-graph.js";

export interface ProviderEvent {
  /**
   * `provider.session_created` is for hosts that open sessions on a page of their own and report them by `recordProviderEvent`: each
   * counts as an attempt of the buyer.
   */
  type: ProviderEventType | "provider.session_created";
  /**
   * When it happened at the provider, epoch milliseconds; of a day without a time its midnight in UTC, which counts as any moment of the
   * day.
   */
  providerTime?: number | undefined;
  /**
   * The amount of this arrival alone, in minor units: not a running total, the service adds up parts. Omitted: the event is about the
   * whole amount due.
   */
  amountCents?: number | undefined;
  /** Upper or lower case; omitted: the payment's currency. Text that is not a currency is stored and changes no state. */
  currency?: string | undefined;
  /** The provider's or bank's reference of this arrival: the same session and reference reported again are the same arrival. */
  reference?: string | undefined;
  /** Free text for operators; never shown to buyers. */
  detail?: string | undefined;
}

/**
 * Parses an event returned by a provider adapter, of any shape. An optional field that cannot be stored is dropped; an
 * invalid amount is kept as NaN, so that it raises an alert and is not lost.
 * @throws Refusal VALIDATION_ERROR when the type is missing.
 */
export function readProviderEvent(given: unknown): ProviderEvent {
  // Every field is unknown and checked below.
  const { type, providerTime, amountCents, currency, reference, detail } = (
    typeof given === "object" && given !== null ? given : {}
  ) as Partial<Record<keyof ProviderEvent, unknown>>;
  const word = typeof type === "string" ? (reportedText(type) ?? "") : "";
  if (word === "") {
    throw new Refusal("VALIDATION_ERROR", {
      details: [
        { path: "type", rule: "required", message: 'must be an event of the state graph, such as "provider.success"' },
      ],
    });
  }
  return {
    type: knownType(word),
    providerTime: Number.isSafeInteger(providerTime) ? Number(providerTime) : undefined,
    amountCents: amountCents == null ? undefined : Number.isSafeInteger(amountCents) ? Number(amountCents) : Number.NaN,
    currency: reportedCurrency(currency),
    reference: reportedReference(reference),
    detail: reportedText(detail),
    // A field that is not read here would be lost.
  } satisfies Record<keyof ProviderEvent, unknown>;
}

function knownType(word: string): ProviderEventType {
  const type = word.toLowerCase();
  const known: readonly string[] = paymentEvents;
  // The graph has no row for an unknown word, so it changes nothing.
  return (known.includes(type) ? type : word) as ProviderEventType;
}

export interface AlertDraft {
  type: AlertType;
  subject: string;
  detail: string;
  /** True: a new alert also after a person has handled the last one. One that ended by itself is always raised as a new one. */
  mayReopen?: boolean;
}

/**
 * - `money`: an arrival, to be compared with known ones; then `fullEvent` or `partEvent` is looked up in the graph.
 * - `event`: the event is looked up in the graph; undefined when it must not change the state.
 */
export type InterpretedEvent =
  | {
      kind: "money";
      amountCents: number | undefined;
      currency: string;
      isProven: boolean;
      fullEvent: PaymentEvent;
      partEvent: PaymentEvent;
    }
  | { kind: "event"; event: PaymentEvent | undefined; alerts: AlertDraft[] };

/**
 * What each event says about the session's money. `left`: the buyer left the page, and may return to the session and pay. A record, so that
 * a new event cannot be added to the graph without its meaning.
 */
const meanings: Readonly<Record<ProviderEvent["type"], "progress" | "money" | "end" | "left">> = {
  "provider.session_created": "progress",
  "provider.authorising": "progress",
  "provider.accepted": "progress",
  "provider.unknown": "progress",
  "provider.indeterminate": "progress",
  "provider.success": "money",
  "settlement.confirmed": "money",
  "settlement.partial": "money",
  "provider.rejected": "end",
  "provider.cancelled": "end",
  "provider.session_expired": "end",
  "provider.abandoned": "left",
};

/** Decisions made by people, with a role and a reason, or by a bank statement: providers cannot report them. */
const decisionTypes: readonly string[] = [
  "merchant.cancelled",
  "operator.settles",
  "operator.declines",
  "money.received",
  "money.received_in_part",
];

/** Whether the event reports that money has moved or will move. */
export function claimsMoney({ type }: Pick<ProviderEvent, "type">): boolean {
  return meanings[type] === "money";
}

/** Whether the provider reports that the session is over without success. Some sessions succeed all the same. */
export function endsSession({ type }: Pick<ProviderEvent, "type">): boolean {
  return meanings[type] === "end";
}

/** Compares an event with the amount due and the store's confirmation mode; pure. */
export function interpretProviderEvent(
  payment: Pick<Payment, "amountCents" | "currency" | "state">,
  providerEvent: ProviderEvent,
  confirmationMode: ConfirmationMode,
): InterpretedEvent {
  const onlyEvent = (event: PaymentEvent | undefined, ...alerts: AlertDraft[]): InterpretedEvent => ({
    kind: "event",
    event,
    alerts,
  });
  if (decisionTypes.includes(providerEvent.type)) return onlyEvent(undefined);
  if (!claimsMoney(providerEvent)) {
    if (!isAbsorbing(payment.state)) return onlyEvent(providerEvent.type);
    const isFailure = endsSession(providerEvent) || meanings[providerEvent.type] === "left";
    const isContrary = payment.state === "settled" && isFailure;
    return isContrary ? onlyEvent(undefined, failureAfterSuccess(providerEvent)) : onlyEvent(undefined);
  }
  const { amountCents, currency = payment.currency } = providerEvent;
  if (amountCents !== undefined && !(Number.isSafeInteger(amountCents) && amountCents > 0)) {
    return onlyEvent(eventOfUncounted(payment), amountInvalid(payment, providerEvent));
  }
  if (providerEvent.type === "settlement.partial" && amountCents === undefined) {
    // A part without an amount proves only that some part arrived.
    const detail = `a partial amount of unknown size was received, ${amountDue(payment)} due`;
    return onlyEvent(isAbsorbing(payment.state) ? undefined : providerEvent.type, {
      ...underPaid(detail),
      mayReopen: false,
    });
  }
  if (providerEvent.type === "provider.success" && confirmationMode === "settlement") {
    return interpretAnnouncement(payment, amountCents, currency);
  }
  const isProven = providerEvent.type !== "provider.success";
  return {
    kind: "money",
    amountCents,
    currency,
    isProven,
    fullEvent: isProven ? "settlement.confirmed" : "provider.success",
    partEvent: "settlement.partial",
  };
}

/** In confirmation mode `settlement`, a provider's success only announces money: it is not added to the sum yet. */
function interpretAnnouncement(
  payment: Pick<Payment, "amountCents" | "currency" | "state">,
  amountCents: number | undefined,
  currency: string,
): InterpretedEvent {
  if (currency !== payment.currency) {
    const alerts = [wrongCurrency(payment, "announced", amountCents, currency)];
    return { kind: "event", event: eventOfUncounted(payment), alerts };
  }
  if (isAbsorbing(payment.state)) {
    const detail = `The provider reported success after the payment was ${stateText(payment.state)}`;
    const alerts = payment.state === "settled" ? [] : [{ type: "success_after_end", subject: "announced", detail }];
    return { kind: "event", event: undefined, alerts };
  }
  if (amountCents === undefined || amountCents >= payment.amountCents) {
    return { kind: "event", event: "provider.success", alerts: [] };
  }
  const detail = `${reportedAmount(amountCents, currency)} announced, ${amountDue(payment)} due`;
  return { kind: "event", event: "settlement.partial", alerts: [underPaid(detail)] };
}

/** A success that cannot be counted may be money all the same: a buyer who is at the bank is not offered another payment. */
function eventOfUncounted({ state }: Pick<Payment, "state">): PaymentEvent | undefined {
  return state === "at_provider" ? "provider.indeterminate" : undefined;
}

/** The subject of the one alert about an insufficient sum. */
export const sumSubject = "sum";

export function underPaid(detail: string): AlertDraft {
  return { type: "under_paid", subject: sumSubject, detail, mayReopen: true };
}

export function wrongCurrency(
  payment: Pick<Payment, "amountCents" | "currency">,
  subject: string,
  amountCents: number | undefined,
  currency: string,
): AlertDraft {
  const whole = `the whole amount, in ${currency === "" ? "no currency" : currency},`;
  const reported = amountCents === undefined ? whole : reportedAmount(amountCents, currency);
  return { type: "wrong_currency", subject, detail: `${reported} received, ${amountDue(payment)} due` };
}

function failureAfterSuccess({ type }: ProviderEvent): AlertDraft {
  const word = type.replace("provider.", "").replaceAll("_", " ");
  const detail = `The provider reported "${word}" after the payment was settled`;
  return { type: "failure_after_success", subject: type, detail };
}

function amountInvalid(payment: Pick<Payment, "amountCents" | "currency">, providerEvent: ProviderEvent): AlertDraft {
  const size = Number.isNaN(providerEvent.amountCents)
    ? "an amount that is not a whole number"
    : `${providerEvent.amountCents} in minor units`;
  return {
    type: "amount_invalid",
    subject: providerEvent.reference ?? providerEvent.type,
    detail: `${size} received, ${amountDue(payment)} due`,
  };
}

function amountDue({ amountCents, currency }: Pick<Payment, "amountCents" | "currency">): string {
  return reportedAmount(amountCents, currency);
}
