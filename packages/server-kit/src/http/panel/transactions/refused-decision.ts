// A refused decision on a payment's page: its form is shown again, open, with the values that were sent and the error at each field.

import type { Refusal } from "../../../domain/refusal.js";
import { maxTextLength } from "../../../domain/required-text.js";
import type { Html } from "../../html.js";
import { textArea } from "../form-fields.js";
import { type FormFill, filled, sentFill, storedFill } from "../form-fill.js";

/** For an alert's form, `alert-` and the alert's id. */
export type DecisionForm = "cancel" | "resolve" | "receive" | `alert-${string}`;

export interface RefusedDecision {
  form: DecisionForm;
  fill: FormFill;
}

export const receiveFields = { amountCents: "amount", receivedAt: "receivedOn" };

export function refuseDecision(
  form: DecisionForm,
  { sent, problem }: { sent: Readonly<Record<string, string>>; problem: Refusal },
): RefusedDecision {
  const reason = form.startsWith("alert-") ? form.replace("alert-", "handled-") : `${form}-reason`;
  return { form, fill: sentFill(sent, { problem, fields: receiveFields, ids: { reason, to: "resolve-settled" } }) };
}

export function fillOf(refused: RefusedDecision | undefined, form: DecisionForm): FormFill {
  return refused?.form === form ? refused.fill : storedFill;
}

export function reasonField(fill: FormFill, id: string): Html {
  return textArea({
    ...filled(fill, "reason"),
    id,
    label: "Reason",
    required: true,
    maxLength: maxTextLength,
    hint: "Kept with the timeline and in the audit log.",
  });
}
