import type { PaymentAlert } from "../../../domain/payment.js";
import { Refusal } from "../../../domain/refusal.js";
import { resolveAlert } from "../../../flows/manage-alerts.js";
import { type PaymentView, readPayment } from "../../../flows/read-payment.js";
import { readWebhookHistory } from "../../../flows/read-webhook-history.js";
import { receiveMoney } from "../../../flows/receive-money.js";
import { redeliverWebhook } from "../../../flows/redeliver-webhook.js";
import { cancelPayment, resolvePayment } from "../../../flows/resolve-manually.js";
import { useFormOnce } from "../../../flows/use-form-once.js";
import type { Endpoint } from "../../call.js";
import { seeOther } from "../../page-headers.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import { type PanelContext, type StoreVisit, storePage } from "../visit.js";
import { showTechnical, showTimeline } from "./detail-page.js";
import { receivedMoneyOf } from "./money-section.js";
import { transactionPath } from "./paths.js";

export function transactionEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  return [
    storePage(context, {
      method: "GET",
      path: "/transactions/:paymentId",
      work: async (visit) => showTimeline(visit, await getPayment(dependencies, visit)),
    }),
    storePage(context, {
      method: "GET",
      path: "/transactions/:paymentId/technical",
      async work(visit) {
        const payment = await getPayment(dependencies, visit);
        const { cursor } = visit.call.query;
        showTechnical(visit, payment, await readWebhookHistory(dependencies, payment.paymentId, { limit: 20, cursor }));
      },
    }),
    storePage(context, {
      method: "POST",
      path: "/transactions/:paymentId/cancel",
      permission: "payments:cancel",
      work: (visit) =>
        decide(dependencies, visit, "cancelled", (paymentId, decision) =>
          cancelPayment(dependencies, paymentId, decision),
        ),
    }),
    storePage(context, {
      method: "POST",
      path: "/transactions/:paymentId/resolve",
      permission: "payments:resolve",
      work: (visit) =>
        decide(dependencies, visit, "resolved", (paymentId, decision) => {
          const { to } = visit.form;
          if (to !== "settled" && to !== "declined")
            throw new Refusal("VALIDATION_ERROR", { message: "Choose how it ended." });
          return resolvePayment(dependencies, paymentId, { ...decision, to });
        }),
    }),
    storePage(context, {
      method: "POST",
      path: "/transactions/:paymentId/receive",
      permission: "payments:receive",
      async work(visit) {
        const isFirst = await useFormOnce(dependencies, visit.form.mark);
        await decide(dependencies, visit, "received", async (paymentId) => {
          if (!isFirst)
            throw new Refusal("VALIDATION_ERROR", { message: "This form was sent before: nothing was added." });
          await receiveMoney(dependencies, paymentId, receivedMoneyOf(visit));
        });
      },
    }),
    storePage(context, {
      method: "POST",
      path: "/transactions/:paymentId/alerts/:alertId/resolve",
      permission: "alerts:resolve",
      work: (visit) =>
        decide(dependencies, visit, "handled", async (paymentId, decision) => {
          const isOfPayment = (alert: PaymentAlert) => alert.paymentId === paymentId;
          await resolveAlert(dependencies, visit.call.params.alertId ?? "", decision, isOfPayment);
        }),
    }),
    storePage(context, {
      method: "POST",
      path: "/transactions/:paymentId/deliveries/:deliveryId/redeliver",
      permission: "webhooks:write",
      async work(visit) {
        const { paymentId } = await getPayment(dependencies, visit);
        const { deliveryId = "" } = visit.call.params;
        const delivery = await dependencies.storage.read((records) => records.deliveries.find(deliveryId));
        if (delivery?.paymentId !== paymentId)
          throw new Refusal("ROUTE_NOT_FOUND", { message: "This payment has no such delivery." });
        const { limiter, redeliverPerStore } = dependencies;
        if (redeliverPerStore) await limiter.take(`panelRedeliver:${visit.store.merchantId}`, redeliverPerStore);
        await redeliverWebhook(dependencies, deliveryId, { asNew: visit.form.asNew === "yes", actor: visit.actor });
        seeOther(visit.call.ctx, `${transactionPath(visit, paymentId)}/technical?done=redelivered`);
      },
    }),
  ];
}

/** @throws Refusal PAYMENT_NOT_FOUND also for another store's. */
async function getPayment(dependencies: PanelDependencies, { call, store }: StoreVisit): Promise<PaymentView> {
  const payment = await readPayment(dependencies, call.params.paymentId ?? "");
  if (payment?.merchantId !== store.merchantId) throw new Refusal("PAYMENT_NOT_FOUND");
  return payment;
}

async function decide(
  dependencies: PanelDependencies,
  visit: StoreVisit,
  word: string,
  act: (paymentId: string, decision: { reason: string; actor: string }) => Promise<void>,
): Promise<void> {
  const payment = await getPayment(dependencies, visit);
  const reason = (visit.form.reason ?? "").trim().slice(0, 500);
  try {
    await act(payment.paymentId, { reason, actor: visit.actor });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
    return showTimeline(visit, payment, error);
  }
  seeOther(visit.call.ctx, `${transactionPath(visit, payment.paymentId)}?done=${word}`);
}
