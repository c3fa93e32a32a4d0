// Background work on payments: expiry, polling of providers, housekeeping.
import type { ApplyEventDependencies } from "../flows/apply-event.js";
import { expirePayments } from "../flows/expire-payments.js";
import type { SessionPolling } from "../flows/session-polling.js";
import { type TidyDependencies, tidyEveryMs, tidyUp } from "../flows/tidy-up.js";
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

/** Runs every ten minutes by the injected clock; a clock that was set back delays it by no more than that time. */
export function createTidyWork(dependencies: TidyDependencies): DueWork {
  let lastAt: number | undefined;
  const isDue = (now: number) => lastAt === undefined || Math.abs(now - lastAt) >= tidyEveryMs;
  return {
    name: "tidy_up",
    async runDue() {
      const now = dependencies.clock.now();
      if (!isDue(now)) return 0;
      lastAt = now;
      return tidyUp(dependencies);
    },
    runAnyway() {
      lastAt = dependencies.clock.now();
      return tidyUp(dependencies);
    },
    nextDue: async () => (lastAt === undefined ? dependencies.clock.now() : lastAt + tidyEveryMs),
  };
}
