// payment-sessions payment …: lists and shows payments, and records manual decisions on them.
import { referencesOf } from "../../domain/arrival.js";
import { environments } from "../../domain/environment.js";
import { reportedAmount } from "../../domain/money-text.js";
import { paymentStates } from "../../domain/payment-state.js";
import { Refusal } from "../../domain/refusal.js";
import { sandboxEvents } from "../../flows/apply-sandbox-event.js";
import type { PaymentView } from "../../flows/read-payment.js";
import type { Receipt } from "../../flows/receive-money.js";
import { actorOf, actorOption } from "../actor-option.js";
import { type Command, type OptionSpec, UsageError } from "../command.js";
import { databaseOptions, withService } from "../open-service.js";
import { limitOf, limitOption, listOf, oneOf, requiredOneOf, timestamp, wholeNumber } from "../option-values.js";
import { facts, showAmount, showTime, table } from "../table.js";

const paymentId: OptionSpec = { name: "payment-id", value: "<id>", summary: "as initialize returned it" };
const decisionOptions: readonly OptionSpec[] = [
  { name: "reason", value: "<text>", summary: "why; stored in the payment's history and in the audit log" },
  actorOption,
];

export const paymentCommands: readonly Command[] = [
  {
    name: "payment list",
    summary: "Lists payments, newest first.",
    options: [
      { name: "merchant-id", value: "<id>", summary: "only of this store" },
      { name: "environment", value: "<word>", summary: `only ${environments.join(" or ")}` },
      { name: "states", value: "<state,…>", summary: paymentStates.join(", ") },
      {
        name: "search",
        value: "<text>",
        summary: "a payment id, or the start of an order id, reference, e-mail or name",
      },
      limitOption(),
      { name: "before", value: "<id>", summary: "continue after this payment id" },
      ...databaseOptions,
    ],
    async run(given) {
      const filter = {
        merchantId: given.text("merchant-id"),
        environment: oneOf(given, "environment", environments),
        states: listOf(given, "states", paymentStates),
        search: given.text("search"),
        limit: limitOf(given),
        before: given.text("before"),
      };
      const payments = await withService(given, {}, (service) => service.payments.list(filter));
      const rows = payments.map((payment) => [
        payment.paymentId,
        payment.environment,
        payment.orderId,
        showAmount(payment.amountCents, payment.currency),
        payment.status,
        payment.state,
        showTime(payment.createdAt),
      ]);
      const head = ["PAYMENT ID", "ENVIRONMENT", "ORDER", "AMOUNT", "STATUS", "STATE", "CREATED"];
      return { document: payments, text: table(head, rows, "No payments match.") };
    },
  },
  {
    name: "payment show",
    summary:
      "Shows a payment with its history, money received and alerts; with --json also its provider events (evidence).",
    argument: "payment-id",
    options: [paymentId, ...databaseOptions],
    async run(given) {
      const id = given.required("payment-id");
      const payment = await withService(given, {}, (service) => service.payments.get(id));
      if (payment === undefined) throw new Refusal("PAYMENT_NOT_FOUND");
      return { document: payment, text: showPayment(payment) };
    },
  },
  {
    name: "payment simulate",
    summary: "Simulates a provider event on a test payment. Live payments are refused.",
    argument: "payment-id",
    options: [
      paymentId,
      { name: "event", value: "<word>", summary: sandboxEvents.join(", ") },
      {
        name: "amount-cents",
        value: "<number>",
        summary: "the amount received, for provider_success and settlement_…",
      },
      ...databaseOptions,
    ],
    async run(given) {
      const id = given.required("payment-id");
      const event = requiredOneOf(given, "event", sandboxEvents);
      const amountCents = wholeNumber(given, "amount-cents", { min: 1, max: Number.MAX_SAFE_INTEGER });
      const result = await withService(given, {}, (service) => service.payments.simulate(id, { event, amountCents }));
      const text = result.accepted
        ? `${event} was applied: ${id} is ${result.state}.`
        : `${event} was recorded and changes nothing in this state. ${id} is ${result.state}.`;
      return { document: { paymentId: id, event, ...result }, text };
    },
  },
  {
    name: "payment resolve",
    summary: "Resolves a payment whose outcome is unknown: settled or declined.",
    argument: "payment-id",
    options: [
      paymentId,
      { name: "to", value: "<state>", summary: "settled or declined" },
      ...decisionOptions,
      ...databaseOptions,
    ],
    async run(given) {
      const id = given.required("payment-id");
      const to = requiredOneOf(given, "to", ["settled", "declined"] as const);
      const decision = { reason: given.required("reason"), actor: actorOf(given), to };
      await withService(given, {}, (service) => service.payments.resolve(id, decision));
      return { document: { paymentId: id, state: to }, text: `${id} is ${to}.` };
    },
  },
  {
    name: "payment receive",
    summary:
      "Records money received for a payment, in any state. The full amount settles it; too little or too much raises an alert.",
    argument: "payment-id",
    options: [
      paymentId,
      { name: "amount-cents", value: "<number>", summary: "the amount of this transfer alone, in minor units" },
      { name: "currency", value: "<code>", summary: "such as EUR" },
      {
        name: "reference",
        value: "<text>",
        summary: "the bank's reference; money with the same reference and amount is recorded only once",
      },
      { name: "received-at", value: "<time>", summary: "when it was received; default: now" },
      ...decisionOptions,
      ...databaseOptions,
    ],
    async run(given) {
      const id = given.required("payment-id");
      const amountCents = wholeNumber(given, "amount-cents", { min: 1, max: Number.MAX_SAFE_INTEGER });
      if (amountCents === undefined)
        throw new UsageError(
          "--amount-cents is missing: give the amount received in minor units, such as 1999 for 19.99 EUR.",
        );
      const money = {
        amountCents,
        currency: given.required("currency"),
        reference: given.text("reference"),
        receivedAt: timestamp(given, "received-at"),
        reason: given.required("reason"),
        actor: actorOf(given),
      };
      const receipt = await withService(given, {}, (service) => service.payments.receive(id, money));
      return { document: { paymentId: id, ...receipt }, text: `${id} ${receiptText(receipt)}` };
    },
  },
  {
    name: "payment cancel",
    summary: "Cancels a payment that is waiting for the buyer.",
    argument: "payment-id",
    options: [paymentId, ...decisionOptions, ...databaseOptions],
    async run(given) {
      const id = given.required("payment-id");
      const decision = { reason: given.required("reason"), actor: actorOf(given) };
      await withService(given, {}, (service) => service.payments.cancel(id, decision));
      return { document: { paymentId: id, state: "cancelled" }, text: `${id} is cancelled.` };
    },
  },
];

const outcomeTexts: Record<Receipt["outcome"], string> = {
  counted: "was added",
  known: "was already recorded and was not added again",
  other_currency: "is in another currency: it was stored but not added, and an alert was raised",
};

function receiptText({ state, outcome, receivedCents, dueCents }: Receipt): string {
  const excess = receivedCents > dueCents ? " That is too much: the payment has an over_paid alert." : "";
  return `is ${state}; the money ${outcomeTexts[outcome]}. Received ${receivedCents} of ${dueCents} in minor units.${excess}`;
}

function showPayment(payment: PaymentView): string {
  const history = payment.history.map(({ at, from, to, event, actor, reason }) => [
    showTime(at),
    from ?? "(none)",
    to,
    event,
    actor,
    reason,
  ]);
  const alerts = payment.alerts.map(({ alertId, at, type, count, detail, resolvedBy, resolution }) => [
    alertId,
    showTime(at),
    type,
    count,
    detail,
    resolvedBy === undefined ? "open" : `${resolvedBy}: ${resolution}`,
  ]);
  const arrivals = payment.arrivals.map((arrival) => [
    showTime(arrival.receivedAt),
    reportedAmount(arrival.amountCents, arrival.currency),
    arrival.source,
    referencesOf(arrival).join(", ") || undefined,
    arrival.count,
  ]);
  const returned = payment.returned.map(({ returnedAt, amountCents, currency, statementEntryId }) => [
    showTime(returnedAt),
    reportedAmount(-amountCents, currency),
    "returned by the bank",
    statementEntryId,
    1,
  ]);
  return [
    facts([
      ["payment id", payment.paymentId],
      ["merchant id", payment.merchantId],
      ["environment", payment.environment],
      ["order", payment.orderId],
      ["amount", showAmount(payment.amountCents, payment.currency)],
      [
        "received",
        payment.receivedCents + payment.returned.length > 0
          ? showAmount(payment.receivedCents, payment.currency)
          : undefined,
      ],
      ["status", `${payment.status} (checkout: ${payment.flowStatus})`],
      ["state", payment.state],
      ["method", payment.paymentMethod],
      ["checkout mode", payment.checkoutMode],
      ["remittance info", `${payment.remittanceInfo} (${payment.remittanceInfoSource})`],
      ["end-to-end id", payment.endToEndId],
      ["superseded by", payment.supersededBy],
      ["created", showTime(payment.createdAt)],
      ["expires", showTime(payment.expiresAt)],
    ]),
    "",
    table(["AT", "FROM", "TO", "EVENT", "BY", "REASON"], history, "No history."),
    "",
    table(["RECEIVED AT", "AMOUNT", "SOURCE", "REFERENCE", "TIMES"], [...arrivals, ...returned], "No money received."),
    "",
    table(["ALERT ID", "AT", "ALERT", "TIMES", "DETAIL", "HANDLED"], alerts, "No alerts."),
  ].join("\n");
}
