// Wires the background work: deliveries, mails, expiry, polling, housekeeping, and its metrics.
import { accountMailsWorkName, createAccountMailsWork } from "../background/account-mails-work.js";
import { createBankAccountsWork } from "../background/bank-accounts-work.js";
import { createDeliveriesWork, deliveriesWorkName } from "../background/deliveries-work.js";
import { createDeliveryMetrics } from "../background/delivery-metrics.js";
import type { DueWork } from "../background/due-work.js";
import { createHousekeepingWork } from "../background/housekeeping-work.js";
import { createMailsWork, mailsWorkName } from "../background/mails-work.js";
import { createExpiryWork, createPollWork } from "../background/payment-work.js";
import { watchBackground } from "../background/watch-background.js";
import { createWorkScheduler } from "../background/work-scheduler.js";
import { createSessionPolling } from "../flows/session-polling.js";
import { type GuardedMailer, guardMailer } from "../outbound/guarded-adapters.js";
import { createWebhookSender } from "../outbound/webhook-sender.js";
import type { PaymentServiceOptions } from "../service-options.js";
import type { Foundation } from "./foundation.js";

export type Background = ReturnType<typeof createBackground>;

export function createBackground(foundation: Foundation, options: PaymentServiceOptions) {
  const { storage, clock, logger, progress, adapterCalls } = foundation;
  /** Called after a commit with the changed payment: wakes the delivery engine and notifies open pages. */
  function announce(paymentId: string): void {
    scheduler.wake(deliveriesWorkName);
    progress.notify(paymentId);
    void storage.instances?.notify({ payments: [paymentId] });
  }
  const dependencies = { ...foundation, announce };
  const polling = createSessionPolling(dependencies);
  const sender = createWebhookSender(foundation.webhookUrlOptions);
  const deliveries = createDeliveriesWork({
    ...dependencies,
    sender,
    prepareSender: sender.prepare,
    timeoutMs: options.webhooks?.timeoutMs,
    onSent: (send) => metrics.onSent(send),
    onFailed: () => scheduler.wake(mailsWorkName),
  });
  const metrics = createDeliveryMetrics({
    storage,
    clock,
    sendingCount: () => deliveries.sendingCount(),
    meter: options.meter,
  });
  const mailer = options.mailer && guardMailer(adapterCalls, options.mailer);
  const scheduler = createWorkScheduler({
    clock,
    logger,
    instances: storage.instances,
    onLateness: metrics.onLateness,
    deliveries,
    works: [
      ...mailWorks(dependencies, mailer, options),
      createBankAccountsWork(dependencies),
      createExpiryWork(dependencies),
      createPollWork({ storage, polling }),
      createHousekeepingWork(dependencies),
    ],
  });
  return {
    announce,
    polling,
    sender,
    scheduler,
    watch: watchBackground({ clock, scheduler, instances: storage.instances }),
    mayMail: mailer !== undefined,
    wakeDeliveries: () => scheduler.wake(deliveriesWorkName),
    wakeAccountMails: () => scheduler.wake(accountMailsWorkName),
    async renderMetrics(): Promise<string> {
      await storage.open();
      const { adapterMetrics, serviceMetrics } = foundation;
      return (await Promise.all([metrics, adapterMetrics, serviceMetrics].map((figures) => figures.render()))).join(
        "\n",
      );
    },
  };
}

/** Mails to stores about deliveries and alerts, and mails to users about their accounts. */
function mailWorks(
  foundation: Foundation,
  mailer: GuardedMailer | undefined,
  options: Pick<PaymentServiceOptions, "mailFrom" | "panel">,
): DueWork[] {
  const { baseUrl } = foundation.links;
  const from = options.mailFrom ?? `payments@${new URL(baseUrl).hostname}`;
  const panelUrl = options.panel === false ? undefined : `${baseUrl}/panel`;
  return [
    createMailsWork({ ...foundation, mailer, from, panelUrl }),
    createAccountMailsWork({ ...foundation, mailer, from }),
  ];
}
