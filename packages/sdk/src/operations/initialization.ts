// How is a session asked for? One description for the method and for the typed request. Specification, POST /payments/initialize.
import type { PaymentSession } from "../answers.js";
import { refusal } from "../errors.js";
import { checkAmountCents } from "../identifiers.js";
import { isObject, type Operation } from "../operation.js";
import { checkHandoff } from "./handoff.js";

export function describeInitialization(params: unknown): Operation<PaymentSession> {
  return {
    name: "initializeCustomPaymentSession",
    method: "POST",
    path: "/payments/initialize",
    body: params,
    repetition: "keyed",
    secrets: bankAccountsIn(params),
    refuse: () => {
      if (!isObject(params)) throw refusal("INVALID_ARGUMENT", "Pass the session's fields as an object.");
      checkAmountCents(params.amountCents);
    },
    check: checkHandoff,
  };
}

/** A buyer's account number is masked like a key, in both ways of writing it. */
function bankAccountsIn(params: unknown): string[] {
  const iban: unknown = isObject(params) ? params.senderIban : undefined;
  return typeof iban === "string" ? [iban, iban.replace(/\s/g, "")] : [];
}
