// What does news from a provider or a bank prove? Amount and currency are compared before anything counts as success
// (decisions, transaction model: rows 7, 9, 10 and the rule on contrary news).
import type { Payment } from "./payment.js";
import { isAbsorbing } from "./payment-state.js";
import { Refusal } from "./refusal.js";
import type { PaymentEvent, ProviderEventType } from "./transition-graph.js";

export interface ProviderEvent {
  /**
   * `provider.session_created` is for hosts that open sessions on a page of their own and report them by `recordProviderEvent`: each
   * counts as a try of the buyer.
   */
  type: ProviderEventType | "provider.session_created";
  /** When it happened at the provider, epoch milliseconds. */
  providerTime?: number | undefined;
  /** Amount that arrived, in minor units. Left out: the provider speaks of the whole amount due. */
  amountCents?: number | undefined;
  currency?: string | undefined;
  /** The provider's or the bank's reference. */
  reference?: string | undefined;
  /** For operators; never shown to buyers. */
  detail?: string | undefined;
}

/**
 * Makes an event out of what a provider's own code handed over, whatever shape that is. A side note that cannot be kept is left out; an
 * amount that is none stays wrong, so that it is judged and not lost.
 * @throws Refusal VALIDATION_ERROR when nothing says what happened.
 */
export function readProviderEvent(given: unknown): ProviderEvent {
  const { type, providerTime, amountCents, currency, reference, detail } = (
    typeof given === "object" && given !== null ? given : {}
  ) as Partial<Record<keyof ProviderEvent, unknown>>;
  if (typeof type !== "string" || type === "") {
    throw new Refusal("VALIDATION_ERROR", {
      details: [
        { path: "type", rule: "required", message: 'must be a word of the state graph, such as "provider.success"' },
      ],
    });
  }
  return {
    // Sound: the graph is asked about the word, and has no row for one that it does not know.
    type: type as ProviderEventType,
    providerTime: Number.isSafeInteger(providerTime) ? Number(providerTime) : undefined,
    amountCents: amountCents == null ? undefined : Number.isSafeInteger(amountCents) ? Number(amountCents) : Number.NaN,
    currency: textOf(currency),
    reference: textOf(reference),
    detail: textOf(detail),
  };
}

function textOf(value: unknown): string | undefined {
  if (value == null) return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

export interface JudgedEvidence {
  /** The event that the graph is asked about; undefined when the news may move nothing. */
  event: PaymentEvent | undefined;
  alerts: { type: string; detail: string }[];
}

const successTypes: readonly ProviderEvent["type"][] = [
  "provider.success",
  "settlement.confirmed",
  "settlement.partial",
];
const failureTypes: readonly ProviderEvent["type"][] = [
  "provider.rejected",
  "provider.cancelled",
  "provider.abandoned",
  "provider.session_expired",
];

/** Decisions of people, made with a role and a reason: no provider can bring them. */
const decisionTypes: readonly string[] = ["merchant.cancelled", "operator.settles", "operator.declines"];

/** Whether the news says that money has moved or will. */
export function claimsMoney(event: ProviderEvent): boolean {
  return successTypes.includes(event.type);
}

/** Whether the provider's session is over without success. */
export function endsSession(event: ProviderEvent): boolean {
  return failureTypes.includes(event.type);
}

export function judgeEvidence(
  payment: Pick<Payment, "amountCents" | "currency" | "state">,
  event: ProviderEvent,
): JudgedEvidence {
  if (isAbsorbing(payment.state)) return { event: undefined, alerts: contraryNews(payment, event) };
  if (decisionTypes.includes(event.type)) return { event: undefined, alerts: [] };
  if (!claimsMoney(event)) return { event: event.type, alerts: [] };

  if (event.currency !== undefined && event.currency !== payment.currency) {
    const detail = `${event.type} in ${event.currency}, due in ${payment.currency}`;
    return { event: undefined, alerts: [{ type: "currency_mismatch", detail }] };
  }
  const received = event.amountCents;
  if (received === undefined) {
    // A part without an amount proves nothing but that a part came.
    return event.type === "settlement.partial"
      ? { event: event.type, alerts: [{ type: "under_paid", detail: "part of the amount, size unknown" }] }
      : { event: event.type, alerts: [] };
  }
  const size = Number.isNaN(received) ? "an amount that is no whole number" : received;
  const detail = `${size} received, ${payment.amountCents} due (${payment.currency})`;
  if (!Number.isSafeInteger(received) || received <= 0) {
    return { event: undefined, alerts: [{ type: "amount_invalid", detail }] };
  }
  if (received < payment.amountCents) {
    return { event: "settlement.partial", alerts: [{ type: "under_paid", detail }] };
  }
  const fullEvent = event.type === "settlement.partial" ? "settlement.confirmed" : event.type;
  const alerts = received > payment.amountCents ? [{ type: "over_paid", detail }] : [];
  return { event: fullEvent, alerts };
}

function contraryNews(payment: Pick<Payment, "amountCents" | "state">, event: ProviderEvent): JudgedEvidence["alerts"] {
  if (payment.state === "settled") {
    if (endsSession(event)) {
      return [{ type: "failure_after_success", detail: `${event.type} after the payment had settled` }];
    }
    if (claimsMoney(event) && Number.isNaN(event.amountCents)) {
      return [
        { type: "amount_invalid", detail: `${event.type} without a usable amount after the payment had settled` },
      ];
    }
    if (claimsMoney(event) && event.amountCents !== undefined && event.amountCents !== payment.amountCents) {
      const detail = `${event.type} of ${event.amountCents} after the payment had settled, ${payment.amountCents} due`;
      return [{ type: event.amountCents > payment.amountCents ? "over_paid" : "under_paid", detail }];
    }
    return [];
  }
  return claimsMoney(event)
    ? [{ type: "success_after_end", detail: `${event.type} after the payment was ${payment.state}` }]
    : [];
}
