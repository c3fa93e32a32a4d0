// Manual decisions on a payment: cancel one that waits for the buyer, resolve one without an outcome (docs/states.md, rows 18, 20, 21).
import { limits } from "../domain/generated/limits.js";
import type { Payment } from "../domain/payment.js";
import { isAbsorbing, isIdle, type PaymentState, stateText } from "../domain/payment-state.js";
import { invalidInput, Refusal, requireNoViolations } from "../domain/refusal.js";
import { findMissingText, maxTextLength } from "../domain/required-text.js";
import type { AlsoIn } from "./also-in.js";
import { appendAudit } from "./append-audit.js";
import { type ApplyEventDependencies, applyEvent, type EventResult } from "./apply-event.js";

/** The reason and the actor of a manual decision; both are required. */
export interface Decision {
  /** The reason of the decision; stored in the history and the audit log. */
  reason: string;
  /** The person who decided, such as an e-mail address of the panel. */
  actor: string;
}

/**
 * Cancels a payment that waits for the buyer.
 * @throws Refusal PAYMENT_NOT_FOUND; VALIDATION_ERROR for a missing reason or any other state.
 */
export async function cancelPayment(
  dependencies: ApplyEventDependencies,
  paymentId: string,
  decision: Decision,
  alsoIn?: AlsoIn<[Payment]>,
): Promise<void> {
  const move = {
    event: "merchant.cancelled",
    stateMessage: (state: PaymentState) =>
      `may be cancelled only while it waits for the buyer; it is ${stateText(state)}`,
  } as const;
  await decide(dependencies, paymentId, decision, { ...move, alsoIn });
}

const resolutions = ["settled", "declined"] as const;

/**
 * Resolves a payment whose outcome is unknown.
 * @throws Refusal PAYMENT_NOT_FOUND; VALIDATION_ERROR for an unknown resolution, a missing reason or a state that does not allow it.
 */
export async function resolvePayment(
  dependencies: ApplyEventDependencies,
  paymentId: string,
  { to, ...decision }: Decision & { to: (typeof resolutions)[number] },
  alsoIn?: AlsoIn<[Payment]>,
): Promise<void> {
  if (!resolutions.includes(to)) {
    const message = `must be one of ${resolutions.join(", ")}; got ${JSON.stringify(to)}`;
    throw invalidInput({ path: "to", rule: "enum", message });
  }
  const event = to === "settled" ? "operator.settles" : "operator.declines";
  await decide(dependencies, paymentId, decision, {
    event,
    stateMessage: (state) => whyNotResolved(state, to),
    alsoIn,
  });
}

async function decide(
  dependencies: ApplyEventDependencies,
  paymentId: string,
  given: Decision,
  {
    event,
    stateMessage,
    alsoIn,
  }: {
    event: "merchant.cancelled" | "operator.settles" | "operator.declines";
    stateMessage(state: PaymentState): string;
    alsoIn: AlsoIn<[Payment]> | undefined;
  },
): Promise<void> {
  requireNoViolations([
    ...findMissingText("reason", given.reason, "give a short reason", maxTextLength),
    ...findMissingText("actor", given.actor, "name who decides", maxTextLength),
  ]);
  const [reason, actor] = [given.reason.trim(), given.actor.trim()];
  const result: EventResult = await applyEvent(
    dependencies,
    paymentId,
    { event, actor, reason },
    async (records, payment) => {
      await alsoIn?.(records, payment);
      await appendAudit(dependencies, records, {
        actor,
        action: `payment.${event}`,
        merchantId: payment.merchantId,
        subject: paymentId,
        detail: { reason },
      });
    },
  );
  if (result.kind === "not_found") throw new Refusal("PAYMENT_NOT_FOUND");
  if (result.kind === "not_allowed") {
    const message = stateMessage(result.payment.state);
    throw invalidInput({ path: "paymentId", rule: "state", message });
  }
}

/** The message: the state, why it does not allow the resolution, and what to do instead. */
function whyNotResolved(state: PaymentState, to: string): string {
  const record = 'record money that arrived with "Record money received" (operators: payment-sessions payment receive)';
  if (state === "settled") return `is already settled; ${record}: an alert is raised for the excess`;
  if (isAbsorbing(state)) return `is ${stateText(state)}, which is final; ${record}: an alert is raised`;
  if (isIdle(state)) {
    const why = "the buyer has not started a bank or card session, so there is nothing to resolve";
    return `is ${stateText(state)}: ${why}. Cancel it, or ${record}`;
  }
  const until = `until ${limits.latePaymentDays} days after the expiry`;
  return `is ${stateText(state)} and cannot be resolved to ${to}; ${record}: it settles the payment ${until}`;
}
