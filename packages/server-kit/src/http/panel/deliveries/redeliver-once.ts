// Resends one delivery, once for each form: a second press would send the receiver a second delivery with an id of its own, which it cannot
// recognise as a duplicate.
import { redeliverWebhook } from "../../../flows/redeliver-webhook.js";
import { UsedForm, useFormOnce } from "../../../flows/use-form-once.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import type { StoreVisit } from "../visit.js";

/** The id of the delivery that is sent; of a form that was sent before, the one that it resends. */
export async function redeliverOnce(
  dependencies: PanelDependencies,
  visit: StoreVisit,
  deliveryId: string,
): Promise<string> {
  const { form, actor } = visit;
  await countRedelivery(dependencies, visit);
  try {
    const how = { asNew: form.asNew === "yes", actor };
    const sent = await redeliverWebhook(dependencies, deliveryId, how, (records) =>
      useFormOnce(dependencies, records, form.mark, "This form was sent before: its delivery is being resent."),
    );
    return sent.deliveryId;
  } catch (error) {
    if (!(error instanceof UsedForm && error.hasActed)) throw error;
    return deliveryId;
  }
}

/** @throws Refusal RATE_LIMITED when the store has resent too many. */
export async function countRedelivery(
  { limiter, redeliverPerStore }: PanelDependencies,
  { store }: StoreVisit,
): Promise<void> {
  if (redeliverPerStore) await limiter.take(`panelRedeliver:${store.merchantId}`, redeliverPerStore);
}
