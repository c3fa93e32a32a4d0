// The handlers of one payment's routes: show it, decide about it, resend one of its webhooks. A refused decision shows the page again.
import type { PaymentAlert } from "../../../domain/payment.js";
import { Refusal } from "../../../domain/refusal.js";
import { resolveAlert } from "../../../flows/manage-alerts.js";
import { type PaymentView, readPayment } from "../../../flows/read-payment.js";
import { readWebhookHistory } from "../../../flows/read-webhook-history.js";
import { receiveMoney } from "../../../flows/receive-money.js";
import { cancelPayment, resolvePayment } from "../../../flows/resolve-manually.js";
import { useFormOnce } from "../../../flows/use-form-once.js";
import { seeOther } from "../../page-headers.js";
import { redeliverOnce } from "../deliveries/redeliver-once.js";
import { mayChangeSoon } from "../deliveries/words.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import type { StoreVisit } from "../visit.js";
import { showTechnical, showTimeline } from "./detail-page.js";
import { moneyRecorded, receivedMoneyOf } from "./money-section.js";
import { transactionPath } from "./paths.js";
import { type DecisionForm, refuseDecision } from "./refused-decision.js";
import { requireShownMoney } from "./shown-money.js";

export async function showTimelinePage(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  showTimeline(visit, await getPayment(dependencies, visit));
}

export async function showTechnicalPage(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const payment = await getPayment(dependencies, visit);
  const { cursor } = visit.call.query;
  const now = dependencies.clock.now();
  // Read before what the page shows: a result in between causes a reload without need, not a page that stays as it is.
  const deliveries = await dependencies.storage.read((records) =>
    records.deliveries.listOfPayment(payment.paymentId, { limit: 20 }),
  );
  const history = await readWebhookHistory(dependencies, payment.paymentId, { limit: 20, cursor });
  showTechnical(visit, payment, { history, isLive: deliveries.some((delivery) => mayChangeSoon(delivery, now)) });
}

export function cancel(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  return decide(dependencies, visit, { form: "cancel", done: "cancelled" }, (paymentId, decision) =>
    cancelPayment(dependencies, paymentId, decision, (records, payment) =>
      requireShownMoney(visit.form.filledFrom, records, payment),
    ),
  );
}

export function resolve(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  return decide(dependencies, visit, { form: "resolve", done: "resolved" }, (paymentId, decision) => {
    const { to } = visit.form;
    if (to !== "settled" && to !== "declined") {
      throw new Refusal("VALIDATION_ERROR", {
        details: [{ path: "to", rule: "enum", message: "is missing: choose how the payment ended" }],
      });
    }
    return resolvePayment(dependencies, paymentId, { ...decision, to }, (records, payment) =>
      requireShownMoney(visit.form.filledFrom, records, payment),
    );
  });
}

export async function receive(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  return decide(dependencies, visit, { form: "receive", done: "received" }, async (paymentId) => {
    await receiveMoney(dependencies, paymentId, receivedMoneyOf(visit), {
      isDayOnly: true,
      async alsoIn(records, payment) {
        await useFormOnce(dependencies, records, visit.form.mark, moneyRecorded);
        await requireShownMoney(visit.form.filledFrom, records, payment);
      },
    });
  });
}

export function markHandled(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const { alertId = "" } = visit.call.params;
  return decide(dependencies, visit, { form: `alert-${alertId}`, done: "handled" }, async (paymentId, decision) => {
    const isOfPayment = (alert: PaymentAlert) => alert.paymentId === paymentId;
    await resolveAlert(dependencies, alertId, decision, isOfPayment);
  });
}

export async function resend(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const { paymentId } = await getPayment(dependencies, visit);
  const { deliveryId = "" } = visit.call.params;
  const delivery = await dependencies.storage.read((records) => records.deliveries.find(deliveryId));
  if (delivery?.paymentId !== paymentId)
    throw new Refusal("ROUTE_NOT_FOUND", { message: "This payment has no such delivery." });
  await redeliverOnce(dependencies, visit, deliveryId);
  seeOther(visit.call.ctx, `${transactionPath(visit, paymentId)}/technical?done=redelivered`);
}

/** @throws Refusal PAYMENT_NOT_FOUND, also for another store's payment. */
async function getPayment(dependencies: PanelDependencies, { call, store }: StoreVisit): Promise<PaymentView> {
  const payment = await readPayment(dependencies, call.params.paymentId ?? "");
  if (payment?.merchantId !== store.merchantId) throw new Refusal("PAYMENT_NOT_FOUND");
  return payment;
}

async function decide(
  dependencies: PanelDependencies,
  visit: StoreVisit,
  { form, done }: { form: DecisionForm; done: string },
  act: (paymentId: string, decision: { reason: string; actor: string }) => Promise<void>,
): Promise<void> {
  const { paymentId } = await getPayment(dependencies, visit);
  const reason = (visit.form.reason ?? "").trim();
  try {
    await act(paymentId, { reason, actor: visit.actor });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
    // Read again: what refuses the decision may have changed the payment since.
    return showTimeline(
      visit,
      await getPayment(dependencies, visit),
      refuseDecision(form, { sent: visit.form, problem: error }),
    );
  }
  seeOther(visit.call.ctx, `${transactionPath(visit, paymentId)}?done=${done}`);
}
