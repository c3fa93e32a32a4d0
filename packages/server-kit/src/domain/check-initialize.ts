// Validates an initialize request and decides how to handle it, without I/O: eligibility, method, then the rules that a schema cannot
// express (spec/rules.md#initialize).
import { isCountryCode } from "./country.js";
import { noProvider, requireApprovedStore, requireEnabledStore, requireOpenMethod } from "./eligibility.js";
import type { Environment } from "./environment.js";
import { normalizeIban } from "./iban.js";
import type { JsonObject } from "./json.js";
import { findMetadataProblem } from "./metadata.js";
import type { PaymentItem } from "./payment.js";
import { defaultPaymentMethod, type PaymentMethod, placeOfMethod } from "./payment-method.js";
import { type RefusalDetail, requireNoViolations } from "./refusal.js";
import { findReturnUrlProblem } from "./return-url.js";
import type { Store } from "./store.js";
import type { CheckoutMode } from "./transition-graph.js";

/** An initialize request in domain terms; the request schema has checked its shape and which fields may be combined. */
export interface InitializeRequest {
  orderId: string;
  amountCents: number;
  currency: string;
  customerEmail: string | undefined;
  customerName: string | undefined;
  returnUrl: string | undefined;
  metadata: JsonObject | undefined;
  description: string | undefined;
  items: PaymentItem[] | undefined;
  /** Undefined when the request does not set it. */
  paymentMethod: PaymentMethod | undefined;
  checkoutMode: CheckoutMode;
  provider: string | undefined;
  customerCountry: string | undefined;
  senderName: string | undefined;
  senderIban: string | undefined;
  instantPayment: boolean | undefined;
  remittanceInfo: string | undefined;
  endToEndId: string | undefined;
}

/** The parameters of a direct session at the provider. */
export interface DirectPlan {
  customerCountry: string;
  sender: { name: string; iban: string } | undefined;
  instant: boolean;
}

export interface InitializePlan {
  request: InitializeRequest;
  /** The method that responses report. */
  paymentMethod: PaymentMethod;
  /** Undefined in hosted mode. */
  direct: DirectPlan | undefined;
}

export interface InitializeContext {
  store: Store;
  environment: Environment;
  /** Code of the open-banking provider of this environment; undefined when there is none. */
  providerCode: string | undefined;
  /** Whether this environment has a card page. */
  hasCardPage: boolean;
  /** False when the host has switched eligibility off for test keys. */
  isEligibilityEnforced: boolean;
}

/** @throws Refusal with the first code that applies; VALIDATION_ERROR lists every broken rule. */
export function checkInitialize(request: InitializeRequest, context: InitializeContext): InitializePlan {
  const { store, environment, providerCode } = context;
  requireEnabledStore(store);
  if (context.isEligibilityEnforced) requireApprovedStore(store);
  if (request.paymentMethod !== undefined) requireOpenMethod(store, request.paymentMethod, environment);
  const isDirect = request.checkoutMode === "direct_provider";
  const place = request.paymentMethod && placeOfMethod[request.paymentMethod];
  // A method that no provider serves is unavailable, even when the store's switch is on.
  if (place === "card" && !context.hasCardPage) throw noProvider();
  if (place === "bank" && providerCode === undefined) throw noProvider();

  const iban = request.senderIban === undefined ? undefined : normalizeIban(request.senderIban);
  requireNoViolations(findViolations(request, context, iban));

  return {
    request,
    paymentMethod: request.paymentMethod ?? defaultPaymentMethod,
    direct:
      isDirect && request.customerCountry !== undefined
        ? {
            customerCountry: request.customerCountry,
            sender:
              request.senderName !== undefined && iban !== undefined ? { name: request.senderName, iban } : undefined,
            instant: request.instantPayment ?? store.openBankTransfer.instant,
          }
        : undefined,
  };
}

/** Rules that the request schema cannot express; returns all violations together. */
function findViolations(
  request: InitializeRequest,
  { store, providerCode }: InitializeContext,
  iban: string | undefined,
): RefusalDetail[] {
  const violations: RefusalDetail[] = [];
  const add = (path: string, rule: string, message: string | undefined) => {
    if (message !== undefined) violations.push({ path, rule, message });
  };
  if (request.returnUrl !== undefined) {
    add("returnUrl", "return_url", findReturnUrlProblem(request.returnUrl, store.allowedReturnHosts));
  }
  if (request.metadata !== undefined) add("metadata", "metadata", findMetadataProblem(request.metadata));
  if (request.customerCountry !== undefined && !isCountryCode(request.customerCountry)) {
    add("customerCountry", "country", "must be an ISO 3166-1 country code, two capital letters such as DE");
  }
  if (request.senderIban !== undefined && iban === undefined) {
    add("senderIban", "iban", "is not a valid IBAN: check its country, length and check digits");
  }
  if (request.provider !== undefined && request.provider !== providerCode) {
    add("provider", "provider", `must be "${providerCode}", the only provider here, or be omitted`);
  }
  return violations;
}
