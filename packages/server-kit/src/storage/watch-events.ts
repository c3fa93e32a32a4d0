// Emits service events after the commit of a unit of work: derived from the written records, so that no flow can forget them.
import type { Clock } from "../domain/clock.js";
import type { Delivery } from "../domain/delivery.js";
import type { Payment, PaymentAlert } from "../domain/payment.js";
import type { ServiceEventName, ServiceEvents } from "../domain/service-event.js";
import type { EndpointTurns, SettledSend } from "./port/instances.js";
import type { Records, Storage } from "./port.js";

export type NamedEvent = { [Name in ServiceEventName]: { name: Name; event: ServiceEvents[Name] } }[ServiceEventName];

/** Wraps a storage. Inactive while `isWanted` is false; a failed unit of work emits nothing. */
export function watchEvents(
  storage: Storage,
  { clock, isWanted, emit }: { clock: Clock; isWanted(): boolean; emit(events: readonly NamedEvent[]): void },
): Storage {
  const { instances } = storage;
  return {
    ...storage,
    ...(instances && { instances: { ...instances, turns: watchingTurns(instances.turns, { isWanted, emit }) } }),
    async write(work, options) {
      if (!isWanted()) return storage.write(work, options);
      let events: NamedEvent[] = [];
      const result = await storage.write((records) => {
        // A unit of work may be run again: only its last run counts.
        events = [];
        return work(watching(records, events, clock));
      }, options);
      if (events.length > 0) emit(events);
      return result;
    },
  };
}

function watching(records: Records, events: NamedEvent[], clock: Clock): Records {
  const { payments, alerts, deliveries } = records;
  const written = new Map<string, Payment>();
  return {
    ...records,
    payments: {
      ...payments,
      async insert(payment) {
        await payments.insert(payment);
        written.set(payment.paymentId, payment);
      },
      async update(payment, expectedVersion) {
        const isWritten = await payments.update(payment, expectedVersion);
        if (isWritten) written.set(payment.paymentId, payment);
        return isWritten;
      },
      async appendHistory(entry) {
        await payments.appendHistory(entry);
        const payment = written.get(entry.paymentId) ?? (await payments.find(entry.paymentId));
        if (payment === undefined) return;
        const { merchantId, environment, orderId, amountCents, currency } = payment;
        const event = { ...entry, merchantId, environment, orderId, amountCents, currency };
        events.push({ name: "payment.transition", event });
      },
    },
    alerts: {
      ...alerts,
      async insert(alert) {
        await alerts.insert(alert);
        events.push({ name: "alert.raised", event: alertEvent(alert, alert.at) });
      },
      async update(alert) {
        const { alertId, resolvedAt } = alert;
        // Later updates of a resolved alert only change counts.
        const endsNow = resolvedAt !== undefined && (await alerts.find(alertId))?.resolvedAt === undefined;
        await alerts.update(alert);
        if (endsNow) events.push({ name: "alert.resolved", event: alertEvent(alert, resolvedAt) });
      },
    },
    deliveries: {
      ...deliveries,
      async settle(delivery, claimed) {
        const isOurs = await deliveries.settle(delivery, claimed);
        if (isOurs) events.push(...endingsOf([{ delivery, claimed }]));
        return isOurs;
      },
      async update(delivery, expectedToken) {
        const { deliveryId, state } = delivery;
        const isParked = state === "parked" && (await deliveries.find(deliveryId))?.state !== "parked";
        const isWritten = await deliveries.update(delivery, expectedToken);
        if (isWritten && isParked) events.push(endOf(delivery, clock.now()));
        return isWritten;
      },
    },
  };
}

/** Results of ordinary sends are written in one statement, outside of units of work. */
function watchingTurns(
  turns: EndpointTurns,
  { isWanted, emit }: { isWanted(): boolean; emit(events: readonly NamedEvent[]): void },
): EndpointTurns {
  return {
    ...turns,
    async settleAll(sends) {
      const settled = await turns.settleAll(sends);
      if (!isWanted()) return settled;
      const events = endingsOf(sends.filter(({ delivery }) => settled.has(delivery.deliveryId)));
      if (events.length > 0) emit(events);
      return settled;
    },
  };
}

/** A send that changes neither state nor end leaves a delivery as ended as it was: that end was reported then. */
function endingsOf(sends: readonly Pick<SettledSend, "delivery" | "claimed">[]): NamedEvent[] {
  return sends.flatMap(({ delivery, claimed }) => {
    const { state, finishedAt } = delivery;
    const isOld = state === claimed.state && finishedAt === claimed.finishedAt;
    return finishedAt === undefined || isOld ? [] : [endOf(delivery, finishedAt)];
  });
}

function endOf(delivery: Delivery, at: number): NamedEvent {
  const { deliveryId, paymentId, merchantId, event, status, state, attemptCount } = delivery;
  return {
    name: "webhook.ended",
    event: { deliveryId, paymentId, merchantId, event, status, state, attemptCount, at },
  };
}

function alertEvent({ alertId, paymentId, merchantId, environment, type }: PaymentAlert, at: number) {
  return { alertId, paymentId, merchantId, environment, type, at };
}
