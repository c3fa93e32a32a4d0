// The payment methods, their aliases on the wire, and the switch of each (spec/rules.md#initialize, 9).
import type { Environment } from "./environment.js";

/** The methods that a store can switch on; every accepted name normalises to one of them. */
export const paymentMethods = ["qr_pay", "open_bank_transfer", "card_processing", "bank_transfer"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * Where a method is paid: by a transfer that the buyer makes (`own`), in a session at the buyer's bank, or on a card page. What depends on
 * the place reads this table. Some code takes for granted that there is one bank method and one card method (CONTRIBUTING.md, "A payment
 * method").
 */
export const placeOfMethod = {
  qr_pay: "own",
  open_bank_transfer: "bank",
  card_processing: "card",
  bank_transfer: "own",
} as const satisfies Record<PaymentMethod, "own" | "bank" | "card">;
type MethodsAt<Place> = { [M in PaymentMethod]: (typeof placeOfMethod)[M] extends Place ? M : never }[PaymentMethod];
/** Methods that need no provider. */
export type OwnMethod = MethodsAt<"own">;
export type BankMethod = MethodsAt<"bank">;
export type CardMethod = MethodsAt<"card">;

export function isOwnMethod(method: PaymentMethod): method is OwnMethod {
  return placeOfMethod[method] === "own";
}

export function isCardMethod(method: PaymentMethod): method is CardMethod {
  return placeOfMethod[method] === "card";
}

/** `off`: never; `test`: for test keys only; `live`: for test and live keys. */
export type MethodSwitch = "off" | "test" | "live";
export type MethodSwitches = Record<PaymentMethod, MethodSwitch>;

/** The same switch for each method. */
export function everyMethod(setting: MethodSwitch): MethodSwitches {
  // There is one entry for each method.
  return Object.fromEntries(paymentMethods.map((method) => [method, setting])) as MethodSwitches;
}

/**
 * The method that the response reports for an initialize request without `paymentMethod`; none is preselected, and this one need not be on.
 */
export const defaultPaymentMethod: PaymentMethod = "qr_pay";

const aliases: Record<string, PaymentMethod> = {
  qr_pay: "qr_pay",
  open_bank_transfer: "open_bank_transfer",
  card_processing: "card_processing",
  bank_transfer: "bank_transfer",
  manual_transfer: "bank_transfer",
  manual_pay: "bank_transfer",
  manual: "bank_transfer",
};

/** The method of a wire name, or undefined for a name that the contract does not have. */
export function normalizePaymentMethod(wireName: string): PaymentMethod | undefined {
  return Object.hasOwn(aliases, wireName) ? aliases[wireName] : undefined;
}

/** Whether a store's switch allows the method in this environment. */
export function isMethodOpen(setting: MethodSwitch, environment: Environment): boolean {
  return setting === "live" || (setting === "test" && environment === "test");
}
