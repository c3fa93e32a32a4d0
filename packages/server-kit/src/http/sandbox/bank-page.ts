// /sandbox/bank/{sessionId}: the page that simulates the bank for test payments. The session id, 131 random bits, is the capability; a live
// payment is never found here. The card page shares this code (card-page.ts).
import { type ProviderPlace, placeOfKind } from "../../domain/payment.js";
import { Refusal } from "../../domain/refusal.js";
import { applyProviderEvent } from "../../flows/apply-event.js";
import { sandboxProviderCode } from "../../outbound/sandbox-provider.js";
import type { Call, Endpoint } from "../call.js";
import type { CheckoutDependencies } from "../checkout/checkout-dependencies.js";
import { chooseLanguage } from "../checkout/language.js";
import { sendRefusalPage } from "../checkout/refusal-page.js";
import { seeOther } from "../page-headers.js";
import { readForm } from "../read-body.js";
import { outcomesFor } from "./bank-outcomes.js";
import { sendBankPage } from "./bank-page-view.js";
import { pagePath, type SandboxSession } from "./bank-session.js";

export function bankPageEndpoints(dependencies: CheckoutDependencies): Endpoint[] {
  return sandboxPages(dependencies, "/sandbox/bank/:sessionId", "bank");
}

/** A page and its form, for the sessions of one place. */
export function sandboxPages(dependencies: CheckoutDependencies, path: string, place: ProviderPlace): Endpoint[] {
  const find = (call: Call) => getSession(dependencies, call, place);
  const page = (method: Endpoint["method"], step: (call: Call) => Promise<void>): Endpoint => ({
    method,
    path,
    operation: undefined,
    steps: [step],
    sendRefusalPage: (call, refusal) => sendRefusalPage(dependencies, call, refusal),
  });
  return [
    page("GET", async (call) => sendBankPage(dependencies, call, await find(call))),
    page("POST", async (call) => applyOutcome(dependencies, call, await find(call))),
  ];
}

async function getSession(
  { storage, environments }: CheckoutDependencies,
  { params }: Call,
  place: ProviderPlace,
): Promise<SandboxSession> {
  const found = await storage.read(async (records) => {
    const attempt = await records.attempts.findBySession(sandboxProviderCode, params.sessionId ?? "");
    const payment = attempt && (await records.payments.find(attempt.paymentId));
    const store = payment && (await records.stores.find(payment.merchantId));
    if (attempt === undefined || payment === undefined || store === undefined) return undefined;
    return { attempt, payment, store, arrivals: await records.arrivals.list(payment.paymentId) };
  });
  const isTest = found?.payment.environment === "test" && environments.includes("test");
  if (found === undefined || !isTest || placeOfKind[found.attempt.kind] !== place)
    throw new Refusal("PAYMENT_NOT_FOUND");
  return found;
}

async function applyOutcome(
  dependencies: CheckoutDependencies,
  call: Call,
  { attempt, payment }: SandboxSession,
): Promise<void> {
  const fields = await readForm(call);
  const { language, isExplicit } = chooseLanguage(call);
  const lang: { lang?: string } = isExplicit ? { lang: language } : {};
  const path = pagePath(dependencies, attempt);
  const outcome = outcomesFor(attempt).find(({ name }) => name === fields.outcome);
  if (outcome === undefined) return seeOther(call.ctx, `${path}?${new URLSearchParams(lang)}`);
  const { paymentId, attemptId } = attempt;
  const result = await applyProviderEvent(dependencies, paymentId, outcome.eventFor(payment), { attemptId });
  const verdict = result.kind === "not_allowed" ? "ignored" : "done";
  seeOther(call.ctx, `${path}?${new URLSearchParams({ outcome: outcome.name, verdict, ...lang })}`);
}
