// Describes the initialize call, for the method and for the typed request. spec/rules.md#initialize.
import type { InitializeParams, PaymentSession } from "../api-types.js";
import { describeValue } from "../describe-value.js";
import { refusal } from "../errors.js";
import { checkAmountCents } from "../identifiers.js";
import { isObject } from "../is-object.js";
import type { Operation } from "../operation.js";
import { checkHandoff } from "./handoff.js";

export function describeInitialization(params: unknown): Operation<PaymentSession> {
  return {
    name: "sessions.initialize",
    method: "POST",
    path: "/payments/initialize",
    body: params,
    retry: "keyed",
    secrets: { personal: maskedValuesIn(params) },
    refuse: () => {
      if (!isObject(params))
        throw refusal(
          "INVALID_ARGUMENT",
          `The fields of a session must be an object, not ${typeof params === "string" ? "a string" : describeValue(params)}.`,
        );
      checkAmountCents(params.amountCents);
    },
    check: checkHandoff,
  };
}

/** Fields whose values errors and logs may show. All others are masked: the buyer's data, and what merchants write freely. */
const shownFields: readonly string[] = [
  "merchantId",
  "shopId",
  "orderId",
  "amountCents",
  "currency",
  "paymentMethod",
  "checkoutMode",
  "provider",
  "customerCountry",
  "instantPayment",
] satisfies (keyof InitializeParams)[];

function maskedValuesIn(params: unknown): string[] {
  if (!isObject(params)) return [];
  const shown = new Set(shownFields.map((name) => String(params[name])));
  const values = Object.entries(params)
    .filter(([name]) => !shownFields.includes(name))
    .flatMap(([name, value]) => [...textsIn(value), ...(name === "senderIban" ? plainIban(value) : [])]);
  return values.filter((value) => !shown.has(value));
}

/** Every text in a value, and numbers that are long enough to be a phone or account number. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  try {
    JSON.stringify(value, (_, inner: unknown) => {
      if (typeof inner === "string") texts.push(inner);
      if (typeof inner === "number" && Math.abs(inner) >= 100_000) texts.push(String(inner));
      return inner;
    });
  } catch {
    // A value that is no JSON, such as a cycle, is not sent either.
  }
  return texts;
}

/** The service accepts an IBAN in groups and lower case, and may repeat it without. */
function plainIban(value: unknown): string[] {
  const plain = String(value).replace(/[^0-9A-Za-z]/g, "");
  return [plain, plain.toUpperCase()];
}
