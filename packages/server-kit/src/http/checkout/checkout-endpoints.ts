// The routes of the checkout pages and their handlers. Only POST acts for the buyer; a GET records at most that the page was opened, that the
// payment has expired, or what a poll reports. A POST that has acted responds with 303, so that reloads and the back button repeat nothing.
import type { Payment } from "../../domain/payment.js";
import { isCardMethod, isOwnMethod, type PaymentMethod, paymentMethods } from "../../domain/payment-method.js";
import { isIdle, showsAccount } from "../../domain/payment-state.js";
import { Refusal } from "../../domain/refusal.js";
import { redirectsToSuccessor } from "../../domain/superseded-link.js";
import { applySandboxEvent, partOf, sandboxEvents } from "../../flows/apply-sandbox-event.js";
import { cancelByBuyer, chooseOwnMethod, claimPaid, goBackToChoice } from "../../flows/buyer-actions.js";
import { handOverToBank, handOverToCard } from "../../flows/hand-over.js";
import { type CheckoutView, findCheckout, openCheckout } from "../../flows/open-checkout.js";
import type { Call, Endpoint } from "../call.js";
import { seeOther } from "../page-headers.js";
import { readForm } from "../read-body.js";
import type { CheckoutDependencies } from "./checkout-dependencies.js";
import { type CheckoutPage, createCheckoutPage, mayChoose, sendScreen } from "./checkout-page.js";
import { currentScreen } from "./current-screen.js";
import { qrCodePng } from "./qr-code.js";
import { sendRefusalPage } from "./refusal-page.js";
import { accountRefused, accountScreen, readAccount } from "./screens/account-screen.js";
import { type ChoiceHint, chooseScreen } from "./screens/choose-screen.js";
import { confirmingScreen, handoverScreen } from "./screens/provider-screens.js";
import { cancelScreen } from "./screens/result-screens.js";
import { qrContentOf } from "./screens/transfer-screens.js";
import { sendProgress, streamProgress } from "./send-progress.js";

/** Handles a request to a checkout page after its link has been verified. */
type PageStep = (page: CheckoutPage, call: Call) => Promise<void> | void;
/** Handles a request with a verified link, whose payment may have a successor that the link redirects to. */
type LinkStep = (view: CheckoutView, call: Call, successor: Payment | undefined) => Promise<void> | void;

export function checkoutEndpoints(dependencies: CheckoutDependencies): Endpoint[] {
  const get = (path: string, step: PageStep) => pageEndpoint(dependencies, "GET", path, step);
  const post = (path: string, step: PageStep) => pageEndpoint(dependencies, "POST", path, step);
  // An open page reads or downloads these: a redirect to a page would give it what it cannot read.
  const follow = (path: string, step: LinkStep) => linkEndpoint(dependencies, "GET", path, step);
  return [
    get("/checkout/:paymentId", showPayment),
    get("/checkout/:paymentId/bank", showAccountForm),
    get("/checkout/:paymentId/handover", showHandover),
    get("/checkout/:paymentId/return", showReturn),
    post("/checkout/:paymentId/return", (page, { ctx }) => seeOther(ctx, page.url("/return"))),
    get("/checkout/:paymentId/cancel", showCancel),
    follow("/checkout/:paymentId/code", (view, call, successor) =>
      successor === undefined
        ? sendCode(createCheckoutPage(dependencies, call, view), call)
        : seeOther(call.ctx, dependencies.links.checkout(successor, "/code")),
    ),
    follow("/checkout/:paymentId/events", ({ payment }, call, successor) =>
      streamProgress(dependencies, call, payment, successor),
    ),
    follow("/checkout/:paymentId/progress", ({ payment }, call, successor) => sendProgress(call, payment, successor)),
    post("/checkout/:paymentId/choose", choose),
    post("/checkout/:paymentId/bank", submitAccount),
    post("/checkout/:paymentId/paid", submitPaid),
    post("/checkout/:paymentId/back", submitBack),
    post("/checkout/:paymentId/cancel", submitCancel),
    post("/checkout/:paymentId/simulate", submitSimulation),
    ...strayPaths.flatMap((path) => [get(path, leadBack), post(path, leadBack)]),
    ...dependencies.assets.endpoints,
  ];
}

function pageEndpoint(
  dependencies: CheckoutDependencies,
  method: Endpoint["method"],
  path: string,
  step: PageStep,
): Endpoint {
  return linkEndpoint(dependencies, method, path, (view, call, successor) => {
    if (successor !== undefined) return seeOther(call.ctx, dependencies.links.checkout(successor));
    return step(createCheckoutPage(dependencies, call, view), call);
  });
}

function linkEndpoint(
  dependencies: CheckoutDependencies,
  method: Endpoint["method"],
  path: string,
  step: LinkStep,
): Endpoint {
  const isFirstLook = method === "GET" && path === "/checkout/:paymentId";
  return {
    method,
    path,
    operation: undefined,
    steps: [
      async (call) => {
        const link = { paymentId: call.params.paymentId ?? "", token: call.query.token ?? "" };
        const view = isFirstLook ? await openCheckout(dependencies, link) : await findCheckout(dependencies, link);
        if (view === undefined || !dependencies.environments.includes(view.payment.environment)) {
          throw new Refusal("PAYMENT_NOT_FOUND");
        }
        await step(view, call, await findSuccessor(dependencies, view));
      },
    ],
    sendRefusalPage: (call, refusal) => sendRefusalPage(dependencies, call, refusal),
  };
}

/** More replacements than one buyer makes; bounds the loop. */
const maxSuccessors = 20;

/**
 * The payment that an outdated link redirects to: only when its own payment can no longer be paid and has received nothing, and only to a
 * payment of the same buyer (decision: docs/decisions/superseding-payments.md).
 */
async function findSuccessor(
  { storage }: CheckoutDependencies,
  { payment, hasReceivedMoney }: CheckoutView,
): Promise<Payment | undefined> {
  if (payment.supersededBy === undefined || hasReceivedMoney) return undefined;
  return storage.read(async (records) => {
    let newest = payment;
    for (let step = 0; step < maxSuccessors && newest.supersededBy !== undefined; step += 1) {
      const next = await records.payments.find(newest.supersededBy);
      if (next === undefined || !redirectsToSuccessor(newest, next)) break;
      newest = next;
      if ((await records.arrivals.list(next.paymentId)).length > 0) break;
    }
    return newest === payment ? undefined : newest;
  });
}

/**
 * Paths that are not pages: a form's address opened as a link, an order form that the merchant's server redirected to the link with 307, a
 * truncated link. People get their page back, or a page stating that the link is invalid, never JSON. Listed last, so that real paths match
 * first.
 */
const strayPaths = ["/checkout", "/checkout/:paymentId", "/checkout/:paymentId/{*rest}"];

const leadBack: PageStep = (page, { ctx }) => seeOther(ctx, page.url());

const showPayment: PageStep = (page, call) => {
  sendScreen(page, call, currentScreen(page, call.query));
};

const showAccountForm: PageStep = (page, call) => {
  if (!mayChoose(page) || !mayUse(page, "open_bank_transfer")) return seeOther(call.ctx, page.url());
  sendScreen(page, call, accountScreen(page));
};

/** A separate page between our form and the provider, because `form-action 'self'` blocks a direct redirect to another origin. */
const showHandover: PageStep = (page, call) => {
  const target = page.providerUrl;
  const isAtProvider = page.payment.state === "at_provider" && !page.hasReceivedMoney;
  if (!isAtProvider || target === undefined || page.isClaimLastBuyerAction) {
    return seeOther(call.ctx, page.url());
  }
  sendScreen(page, call, handoverScreen(page, target), target);
};

/** When a provider takes longer, the open page is updated by server-sent events. */
const returnWaitMs = 1500;

/**
 * The buyer has returned from the provider. Polling immediately often avoids the wait; if that fails, the page only shows "confirming". A
 * page that reloads itself because JavaScript is off does not poll: the polling schedule does.
 */
const showReturn: PageStep = async (page, call) => {
  const { dependencies, attempt, payment } = page;
  const isOpen = payment.state === "at_provider" || payment.state === "created" || payment.state === "unresolved";
  if (!isOpen) return seeOther(call.ctx, page.url());
  if (attempt !== undefined && page.wanted !== "waiting") {
    await dependencies.polling.pollWithin(attempt.attemptId, returnWaitMs);
  }
  const link = { paymentId: payment.paymentId, token: payment.checkoutToken };
  const latest = await findCheckout(dependencies, link);
  if (latest === undefined || latest.payment.state !== payment.state) return seeOther(call.ctx, page.url());
  sendScreen(page, call, confirmingScreen(page, page.url("/return", { view: "waiting" })));
};

const showCancel: PageStep = (page, call) => {
  if (!mayChoose(page)) return seeOther(call.ctx, page.url());
  sendScreen(page, call, cancelScreen(page));
};

const sendCode: PageStep = async (page, { ctx }) => {
  const content = mayChoose(page) && mayUse(page, "qr_pay") ? qrContentOf(page) : undefined;
  if (content === undefined) throw new Refusal("PAYMENT_NOT_FOUND");
  ctx.set("Content-Disposition", `attachment; filename="payment-${page.payment.paymentId}.png"`);
  ctx.set("Referrer-Policy", "no-referrer");
  ctx.set("X-Robots-Tag", "noindex, nofollow");
  ctx.status = 200;
  ctx.type = "image/png";
  ctx.body = await qrCodePng(content);
};

const choose: PageStep = async (page, call) => {
  const { dependencies, payment, store } = page;
  const { method } = await readForm(call);
  if (!mayChoose(page)) return seeOther(call.ctx, page.url());
  if (method === undefined) return sendScreen(page, call, chooseScreen(page, { isMissing: true }));
  if (!mayUse(page, method)) return seeOther(call.ctx, page.url("", { view: "choose", notice: "method_unavailable" }));
  if (isOwnMethod(method)) {
    await chooseOwnMethod(dependencies, payment.paymentId, method);
    return seeOther(call.ctx, page.url());
  }
  if (isCardMethod(method)) {
    return leadOn(page, call, "card_page_unavailable", () => handOverToCard(dependencies, { payment, store, method }));
  }
  if (store.openBankTransfer.collectBuyerData) return seeOther(call.ctx, page.url("/bank"));
  return leadOn(page, call, "provider_unavailable", () =>
    handOverToBank(dependencies, { payment, store, method, buyer: undefined }),
  );
};

/** The method that the buyer's account form belongs to. */
const accountFormMethod = "open_bank_transfer";

const submitAccount: PageStep = async (page, call) => {
  const fields = await readForm(call);
  const { dependencies, payment, store } = page;
  if (!mayChoose(page)) return seeOther(call.ctx, page.url("/handover"));
  if (!mayUse(page, accountFormMethod)) return seeOther(call.ctx, page.url());
  const read = readAccount(fields);
  if ("problems" in read) return sendScreen(page, call, accountScreen(page, fields, read.problems));
  const buyer = read.account;
  return leadOn(
    page,
    call,
    "provider_unavailable",
    () => handOverToBank(dependencies, { payment, store, method: accountFormMethod, buyer }),
    () => sendScreen(page, call, accountScreen(page, fields, accountRefused)),
  );
};

/**
 * Redirects to the bank or card page once a session is open, else back to the choice of methods with the reason. `showRefused` shows the form
 * whose account the bank has refused.
 */
async function leadOn(
  page: CheckoutPage,
  { ctx }: Call,
  hintOnFailure: ChoiceHint,
  handOver: () => Promise<void>,
  showRefused?: () => void,
): Promise<void> {
  try {
    await handOver();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "VALIDATION_ERROR" && showRefused !== undefined) return showRefused();
    return seeOther(ctx, page.url("", { view: "choose", notice: hintOnFailure }));
  }
  seeOther(ctx, page.url("/handover"));
}

const submitPaid: PageStep = async (page, call) => {
  await readForm(call);
  const { state, paymentId } = page.payment;
  // The claim leads to the page with the account to pay to, which must stay unreachable when no transfer is offered or no account exists.
  const mayClaim = showsAccount(state) || paymentMethods.some((method) => isOwnMethod(method) && mayUse(page, method));
  if (mayClaim) await claimPaid(page.dependencies, paymentId);
  else if (isIdle(state)) return seeOther(call.ctx, page.url("", { view: "choose", notice: "method_unavailable" }));
  seeOther(call.ctx, page.url());
};

const submitBack: PageStep = async (page, call) => {
  await readForm(call);
  await goBackToChoice(page.dependencies, page.payment.paymentId, page.payment.state);
  seeOther(call.ctx, page.url());
};

const submitCancel: PageStep = async (page, call) => {
  await readForm(call);
  // The store decides what becomes of money that has arrived.
  if (mayChoose(page)) await cancelByBuyer(page.dependencies, page.payment.paymentId);
  seeOther(call.ctx, page.url());
};

/** Test payments only: for a live payment the path responds as an unknown one. */
const submitSimulation: PageStep = async (page, call) => {
  const fields = await readForm(call);
  const event = sandboxEvents.find((word) => word === fields.event);
  if (!page.isTest || event === undefined) throw new Refusal("PAYMENT_NOT_FOUND");
  await applySandboxEvent(page.dependencies, page.payment.paymentId, {
    event,
    amountCents: event === "settlement_partial" ? partOf(page.payment.amountCents) : undefined,
  });
  seeOther(call.ctx, page.url());
};

function mayUse({ methods }: CheckoutPage, method: string): method is PaymentMethod {
  return methods.some((offered) => offered === method);
}
