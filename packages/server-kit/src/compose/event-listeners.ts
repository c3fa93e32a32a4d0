// A host's listeners for committed events: each is called in isolation, so that its errors affect neither payments nor other listeners.
import type { Logger } from "../domain/clock.js";
import { type ServiceEventName, type ServiceEvents, serviceEventNames } from "../domain/service-event.js";
import { createTasksInFlight } from "../domain/tasks-in-flight.js";
import type { NamedEvent } from "../storage/watch-events.js";

export type ServiceEventListener<Name extends ServiceEventName> = (event: ServiceEvents[Name]) => unknown;

export interface EventListeners {
  /** @throws Error for an unknown name or a listener that is not a function. */
  on<Name extends ServiceEventName>(name: Name, listener: ServiceEventListener<Name>): () => void;
  hasAny(): boolean;
  /** Calls the listeners asynchronously, after the caller of the commit has continued. */
  emit(events: readonly NamedEvent[]): void;
  /** Resolves when all listener calls have finished, at the latest after `graceMs`. */
  settled(graceMs: number): Promise<void>;
}

export function createEventListeners(logger: Logger): EventListeners {
  const listeners = new Map<ServiceEventName, Set<(event: never) => unknown>>();
  const calls = createTasksInFlight();

  async function call(listener: (event: never) => unknown, { name, event }: NamedEvent): Promise<void> {
    try {
      // Listeners are stored by the name of their event. A copy, so that listeners cannot change each other's event.
      await listener({ ...event } as never);
    } catch (error) {
      logger.error({ err: error, event: name }, "an event listener of the host failed");
    }
  }

  return {
    on(name, listener) {
      if (!serviceEventNames.includes(name)) {
        throw new Error(`Unknown event ${JSON.stringify(name)}. Valid events: ${serviceEventNames.join(", ")}.`);
      }
      if (typeof listener !== "function") throw new Error(`The listener of ${name} must be a function.`);
      const ofName = listeners.get(name) ?? new Set();
      listeners.set(name, ofName);
      // A separate entry: the same function may be registered twice, and each registration is removed individually.
      const own = (event: never) => listener(event);
      ofName.add(own);
      return () => void ofName.delete(own);
    },
    hasAny: () => [...listeners.values()].some((ofName) => ofName.size > 0),
    emit(events) {
      const ofEvents = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
        const all = events.flatMap((named) =>
          [...(listeners.get(named.name) ?? [])].map((listener) => call(listener, named)),
        );
        await Promise.all(all);
      });
      void calls.track(ofEvents);
    },
    async settled(graceMs) {
      let timer: NodeJS.Timeout | undefined;
      const grace = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs);
      });
      await Promise.race([calls.allSettled(), grace]);
      clearTimeout(timer);
    },
  };
}
