// How is a session asked for? One description for the method and for the typed request. spec/rules.md#initialize.
import type { PaymentSession } from "../answers.js";
import { refusal } from "../errors.js";
import { checkAmountCents } from "../identifiers.js";
import { isObject, type Operation } from "../operation.js";
import { checkHandoff } from "./handoff.js";

export function describeInitialization(params: unknown): Operation<PaymentSession> {
  return {
    name: "sessions.initialize",
    method: "POST",
    path: "/payments/initialize",
    body: params,
    repetition: "keyed",
    secrets: personalValuesIn(params),
    refuse: () => {
      if (!isObject(params)) throw refusal("INVALID_ARGUMENT", "Pass the session's fields as an object.");
      checkAmountCents(params.amountCents);
    },
    check: checkHandoff,
  };
}

/** What tells who the buyer is, is masked like a key; an account number in both ways of writing it. */
function personalValuesIn(params: unknown): string[] {
  if (!isObject(params)) return [];
  return Object.entries(params).flatMap(([name, value]) =>
    typeof value === "string" && /iban|email|phone|name$|address/i.test(name) ? [value, value.replace(/\s/g, "")] : [],
  );
}
