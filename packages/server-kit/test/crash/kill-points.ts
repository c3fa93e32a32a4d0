// Points at which a process kills itself with SIGKILL, counted from 1: before and after each touch of a record inside a unit of work,
// after each commit, and wherever else it asks. A process that is given no such point runs to its end.
import type { Storage } from "../../src/storage/port.js";

export interface KillPoints {
  /** Counts from here on. */
  arm(): void;
  disarm(): void;
  /** Dies here when this is the wanted point. */
  pass(): void;
  /** The same storage with points around all that it writes. `onCall` and `onCommit` hear of it before the point is passed. */
  around(storage: Storage, listener?: { onCall?(name: string, args: unknown[]): void; onCommit?(): void }): Storage;
}

export function createKillPoints(killAt: number): KillPoints {
  let point = 0;
  let isArmed = false;

  function pass(): void {
    if (!isArmed) return;
    point += 1;
    if (point === killAt) process.kill(process.pid, "SIGKILL");
  }

  function guarded<Records extends object>(
    records: Records,
    onCall?: (name: string, args: unknown[]) => void,
  ): Records {
    return new Proxy(records, {
      get(target, name, receiver) {
        const found: unknown = Reflect.get(target, name, receiver);
        if (typeof found === "function") {
          return async (...args: unknown[]) => {
            pass();
            const result: unknown = await Reflect.apply(found, target, args);
            onCall?.(String(name), args);
            pass();
            return result;
          };
        }
        return typeof found === "object" && found !== null ? guarded(found, onCall) : found;
      },
    });
  }

  return {
    arm() {
      isArmed = true;
    },
    disarm() {
      isArmed = false;
    },
    pass,
    around: (storage, listener = {}) => ({
      ...storage,
      async write(work) {
        const result = await storage.write((records) => work(guarded(records, listener.onCall)));
        if (isArmed) listener.onCommit?.();
        pass();
        return result;
      },
    }),
  };
}
