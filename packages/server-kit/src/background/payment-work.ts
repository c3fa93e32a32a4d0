// Background work on payments: expiry, and polling of providers.
import type { ApplyEventDependencies } from "../flows/apply-event.js";
import { expirePayments } from "../flows/expire-payments.js";
import type { SessionPolling } from "../flows/session-polling.js";
import type { Storage } from "../storage/port.js";
import type { DueWork } from "./due-work.js";

export function createExpiryWork(dependencies: ApplyEventDependencies): DueWork {
  return {
    name: "expiry",
    runDue: () => expirePayments(dependencies),
    nextDue: () => dependencies.storage.read((records) => records.payments.nextExpiry()),
  };
}

/** Each session is polled independently: the loop starts due polls without waiting. */
export function createPollWork({ storage, polling }: { storage: Storage; polling: SessionPolling }): DueWork {
  return {
    name: "provider_outcomes",
    runDue: polling.pollDue,
    startDue: polling.startDue,
    nextDue: () => storage.read((records) => records.attempts.nextPoll()),
    stop: polling.settled,
  };
}
