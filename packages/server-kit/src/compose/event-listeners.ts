// A host's listeners to committed facts: each called by itself, so that what one of them does wrong reaches neither payments nor the others.
import type { Logger } from "../domain/clock.js";
import { type ServiceEventName, type ServiceEvents, serviceEventNames } from "../domain/service-event.js";
import type { NamedEvent } from "../storage/watch-events.js";

export type ServiceEventListener<Name extends ServiceEventName> = (event: ServiceEvents[Name]) => unknown;

export interface EventListeners {
  /** @throws Error for an unknown name or a listener that is no function. */
  on<Name extends ServiceEventName>(name: Name, listener: ServiceEventListener<Name>): () => void;
  hasAny(): boolean;
  /** Calls the listeners after the commit's own callers have gone on. */
  emit(events: readonly NamedEvent[]): void;
  /** Resolves when everything that listeners were called with has been dealt with, at the latest after `graceMs`. */
  settled(graceMs: number): Promise<void>;
}

export function createEventListeners(logger: Logger): EventListeners {
  const listeners = new Map<ServiceEventName, Set<(event: never) => unknown>>();
  const underWay = new Set<Promise<void>>();

  async function call(listener: (event: never) => unknown, { name, event }: NamedEvent): Promise<void> {
    try {
      // Sound: listeners are kept by the name of their event. A copy: none sees what another one changed.
      await listener({ ...event } as never);
    } catch (error) {
      logger.error({ err: error, event: name }, "a listener of the host failed");
    }
  }

  return {
    on(name, listener) {
      if (!serviceEventNames.includes(name)) {
        throw new Error(`There is no event ${JSON.stringify(name)}: the events are ${serviceEventNames.join(", ")}.`);
      }
      if (typeof listener !== "function") throw new Error(`The listener of ${name} must be a function.`);
      const ofName = listeners.get(name) ?? new Set();
      listeners.set(name, ofName);
      // Its own entry: the same function may listen twice, and each takes itself away.
      const own = (event: never) => listener(event);
      ofName.add(own);
      return () => void ofName.delete(own);
    },
    hasAny: () => [...listeners.values()].some((ofName) => ofName.size > 0),
    emit(events) {
      const calls = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
        const all = events.flatMap((named) =>
          [...(listeners.get(named.name) ?? [])].map((listener) => call(listener, named)),
        );
        await Promise.all(all);
      });
      underWay.add(calls);
      void calls.finally(() => underWay.delete(calls));
    },
    async settled(graceMs) {
      let timer: NodeJS.Timeout | undefined;
      const grace = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs);
      });
      const all = (async () => {
        while (underWay.size > 0) await Promise.all(underWay);
      })();
      await Promise.race([all, grace]);
      clearTimeout(timer);
    },
  };
}
