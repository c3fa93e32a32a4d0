// The routes of a store's deliveries: the list, one delivery, and resending one or all that failed.
import { Refusal } from "../../../domain/refusal.js";
import { UsedForm, useFormOnce } from "../../../flows/use-form-once.js";
import type { Endpoint } from "../../call.js";
import { seeOther } from "../../page-headers.js";
import { readDay } from "../day.js";
import { sentFill } from "../form-fill.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import { type PanelContext, type StoreVisit, storePage } from "../visit.js";
import { getDelivery, showDelivery } from "./detail-page.js";
import { deliveryPath, showDeliveries } from "./list-page.js";
import { countRedelivery, redeliverOnce } from "./redeliver-once.js";
import { createRunningRedeliveries, type RunningRedeliveries } from "./running-redeliveries.js";

export function deliveriesEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  const jobs = createRunningRedeliveries(dependencies);
  return [
    storePage(context, {
      method: "GET",
      path: "/deliveries",
      work: (visit) => showDeliveries(dependencies, jobs, visit),
    }),
    storePage(context, {
      method: "POST",
      path: "/deliveries/resend",
      permission: "webhooks:write",
      work: (visit) => resendFailed(dependencies, jobs, visit),
    }),
    storePage(context, {
      method: "GET",
      path: "/deliveries/resend",
      work: ({ call, storePath }) => seeOther(call.ctx, storePath("/deliveries")),
    }),
    storePage(context, {
      method: "GET",
      path: "/deliveries/:deliveryId",
      work: (visit) => showDelivery(dependencies, visit),
    }),
    storePage(context, {
      method: "POST",
      path: "/deliveries/:deliveryId/redeliver",
      permission: "webhooks:write",
      work: (visit) => redeliver(dependencies, visit),
    }),
  ];
}

async function redeliver(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const { delivery } = await getDelivery(dependencies, visit);
  const sentId = await redeliverOnce(dependencies, visit, delivery.deliveryId);
  seeOther(visit.call.ctx, `${deliveryPath(visit, sentId)}?done=redelivered`);
}

async function resendFailed(
  dependencies: PanelDependencies,
  jobs: RunningRedeliveries,
  visit: StoreVisit,
): Promise<void> {
  const { form, store, mode, actor, call, storePath } = visit;
  const since = readDay(form.since);
  if (since === undefined) {
    const message = "must be a date, such as 2027-01-31";
    const problem = new Refusal("VALIDATION_ERROR", { details: [{ path: "since", rule: "date", message }] });
    return showDeliveries(dependencies, jobs, visit, sentFill(form, { problem }));
  }
  const { merchantId } = store;
  const leadTo = (done: "busy" | "resending") => seeOther(call.ctx, `${storePath("/deliveries")}?done=${done}`);
  // Before the form is used: it may be sent again once the other job has ended.
  if (jobs.progressOf(merchantId)?.state === "running") return leadTo("busy");
  await countRedelivery(dependencies, visit);
  try {
    await dependencies.storage.write((records) =>
      useFormOnce(dependencies, records, form.mark, "This form was sent before: the resend has started."),
    );
  } catch (error) {
    if (!(error instanceof UsedForm)) throw error;
    if (error.hasActed) return leadTo("resending");
    return showDeliveries(dependencies, jobs, visit, sentFill(form, { problem: error }));
  }
  leadTo((await jobs.begin({ merchantId, environment: mode, since, actor })) ? "resending" : "busy");
}
