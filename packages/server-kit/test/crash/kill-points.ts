// Points at which a process kills itself with SIGKILL, counted from 1: before and after each access to a record inside a unit of work, after
// each commit, and at further points that the process names. Without such a point the process runs to its end.
import type { Delivery } from "../../src/domain/delivery.js";
import type { EndpointTurns } from "../../src/storage/port/instances.js";
import type { Storage } from "../../src/storage/port.js";

export interface KillPoints {
  /** Starts counting. */
  arm(): void;
  disarm(): void;
  /** Kills the process when this is the chosen point. */
  pass(): void;
  /**
   * The same storage with points around everything that it writes. `listener` is notified of a write before
   * the point is passed.
   */
  around(storage: Storage, listener?: KillListener): Storage;
}

export interface KillListener {
  onCall?(name: string, args: unknown[]): void;
  onCommit?(): void;
  /**
   * For a storage that several instances share: deliveries that were claimed or settled outside of a unit of
   * work.
   */
  onTurn?(deliveries: readonly Delivery[]): void;
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

  /** Each of these is one statement that commits by itself. */
  function turnsWithin(turns: EndpointTurns, { onTurn }: KillListener): EndpointTurns {
    const through =
      <Args extends unknown[], Result>(
        run: (...args: Args) => Promise<Result>,
        onResult?: (result: Result, ...args: Args) => void,
      ) =>
      async (...args: Args): Promise<Result> => {
        pass();
        const result = await run(...args);
        if (isArmed) onResult?.(result, ...args);
        pass();
        return result;
      };
    return {
      ...turns,
      take: through(turns.take),
      takeDue: through(turns.takeDue),
      end: through(turns.end),
      claimDue: through(turns.claimDue, ({ claimed }) => onTurn?.(claimed.map(({ delivery }) => delivery))),
      settleAll: through(turns.settleAll, (settled, sends) =>
        onTurn?.(sends.map(({ delivery }) => delivery).filter(({ deliveryId }) => settled.has(deliveryId))),
      ),
    };
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
      ...(storage.instances && {
        instances: { ...storage.instances, turns: turnsWithin(storage.instances.turns, listener) },
      }),
      async write(work) {
        const result = await storage.write((records) => work(guarded(records, listener.onCall)));
        if (isArmed) listener.onCommit?.();
        pass();
        return result;
      },
    }),
  };
}
