// Text of the mails about failed deliveries, and the number of messages that a store receives
// (spec/rules.md#delivery-rules, 3: one e-mail, when the delivery has failed for good).

import { alertMailPrefix } from "./alert-mail.js";
import type { Delivery } from "./delivery.js";
import { merchantMessage, type SendOutcome } from "./delivery-outcome.js";
import { oneLine } from "./one-line.js";

export interface FailedDelivery {
  delivery: Pick<Delivery, "deliveryId" | "paymentId" | "event" | "status" | "state" | "attemptCount">;
  outcome: SendOutcome;
  storeName: string;
  orderId: string | undefined;
}

/** Subject and text of the mail about one failed delivery. */
export function describeFailedDelivery({ delivery, outcome, storeName, orderId }: FailedDelivery): {
  subject: string;
  text: string;
} {
  const about = orderId === undefined ? `payment ${delivery.paymentId}` : `order ${oneLine(orderId)}`;
  const end =
    delivery.state === "dead"
      ? "Your endpoint rejected the delivery, so it is not retried automatically."
      : `All ${delivery.attemptCount} attempts failed; it is not retried automatically.`;
  return {
    subject: `Webhook not delivered: ${about}, status ${delivery.status}`,
    text: [
      `A webhook for ${oneLine(storeName)} could not be delivered.`,
      "",
      `Event:    ${delivery.event}`,
      `Status:   ${delivery.status}`,
      `Order:    ${orderId === undefined ? "-" : oneLine(orderId)}`,
      `Payment:  ${delivery.paymentId}`,
      `Delivery: ${delivery.deliveryId}`,
      `Result:   ${merchantMessage(outcome) ?? "-"}`,
      "",
      end,
      'Fix the cause, then resend the webhook in the panel: open the payment, then "Technical info".',
      "",
    ].join("\n"),
  };
}

/** Messages to one store within an hour; further failures wait and are sent as one digest. */
const maxMessagesPerHour = 5;
export const digestWindowMs = 60 * 60 * 1000;
const maxDigestLines = 20;

export type MailPlan = { kind: "single" } | { kind: "digest" } | { kind: "wait"; until: number };

/** How `dueCount` due mails of one store are sent, given the messages of the last hour: mails due together are sent as one message. */
export function planMails(
  dueCount: number,
  recent: { count: number; firstAt: number | undefined },
  now: number,
): MailPlan {
  const allowance = maxMessagesPerHour - recent.count;
  if (allowance > 0) return { kind: dueCount === 1 ? "single" : "digest" };
  return { kind: "wait", until: (recent.firstAt ?? now) + digestWindowMs };
}

/** One message for several mails, about webhooks and about alerts. */
export function composeDigest(
  mails: readonly { subject: string; uniqueKey?: string }[],
  link?: string | undefined,
): {
  subject: string;
  text: string;
} {
  const alertCount = mails.filter(({ uniqueKey }) => uniqueKey?.startsWith(alertMailPrefix)).length;
  return alertCount === 0 ? composeWebhookDigest(mails, link) : composeAlertDigest(mails, alertCount, link);
}

function composeAlertDigest(mails: readonly { subject: string }[], alertCount: number, link: string | undefined) {
  const webhookCount = mails.length - alertCount;
  const rest = mails.length - maxDigestLines;
  const alerts = alertCount === 1 ? "1 alert about a payment" : `${alertCount} alerts about payments`;
  return {
    subject: `${alerts}${webhookCount > 0 ? `, ${countWebhooks(webhookCount)} not delivered` : ""}`,
    text: [
      "Please review these:",
      "",
      ...mails.slice(0, maxDigestLines).map(({ subject }) => `- ${subject}`),
      ...(rest > 0 ? [`- and ${rest} more; the panel shows them under "Needs attention"`] : []),
      "",
      ...linkLines(link),
      "Mark an alert as handled on the payment's page in the panel once you have dealt with it. Webhooks can be resent from there too.",
      "",
    ].join("\n"),
  };
}

function countWebhooks(count: number): string {
  return count === 1 ? "1 webhook" : `${count} webhooks`;
}

function linkLines(link: string | undefined): string[] {
  return link === undefined ? [] : [`All of them: ${link}`, ""];
}

function composeWebhookDigest(
  mails: readonly { subject: string }[],
  link: string | undefined,
): { subject: string; text: string } {
  const rest = mails.length - maxDigestLines;
  return {
    subject: `${mails.length} webhooks not delivered`,
    text: [
      `${mails.length} webhooks could not be delivered and are not retried automatically:`,
      "",
      ...mails.slice(0, maxDigestLines).map(({ subject }) => `- ${subject}`),
      ...(rest > 0 ? [`- and ${rest} more; the panel lists them all under "Deliveries"`] : []),
      "",
      ...linkLines(link),
      'Fix the cause, then resend them in the panel under "Deliveries" ("Resend all failed").',
      "",
    ].join("\n"),
  };
}

const mailRetryDelaysMs = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * 60_000);

/** Delay before the next attempt after failed attempt number `attemptCount`, or undefined when there is none. */
export function nextMailDelayMs(attemptCount: number): number | undefined {
  return mailRetryDelaysMs[attemptCount - 1];
}
