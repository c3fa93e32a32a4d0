// Groups units of work that name their locks into shared transactions: units that arrive while a group commits wait
// for the next one, so that BEGIN, the look-ups, the INSERTs and COMMIT are sent once for each group. Units of one
// group see each other's writes, so they must not share a lock.
import type { UnitOfWork } from "../port.js";
import type { Database } from "./database.js";

export interface GroupedUnit {
  work(database: Database): Promise<unknown>;
  options: UnitOfWork;
}

/** `separate`: its locks are held by another transaction, or the group was rolled back. The unit must run in its own transaction. */
export type GroupOutcome = PromiseSettledResult<unknown> | { status: "separate" };

export interface UnitGroups {
  /** The outcome of the unit, or `separate`. */
  run(unit: GroupedUnit): Promise<GroupOutcome>;
}

/** Two, so that one group runs its statements while the other commits. */
const maxGroups = 2;
const maxUnits = 32;

/** @param runGroup `place` is below `maxGroups` and not used by another group at the same time. */
export function createUnitGroups(
  runGroup: (units: readonly GroupedUnit[], place: number) => Promise<readonly GroupOutcome[]>,
): UnitGroups {
  let waiting: { unit: GroupedUnit; settle(outcome: GroupOutcome): void }[] = [];
  /** Locks of the running groups. */
  const held = new Set<string>();
  const freePlaces = Array.from({ length: maxGroups }, (_, place) => place);
  let isPlanned = false;

  /** Takes the oldest units whose locks are free; the others stay in their order. */
  function takeNext(): typeof waiting {
    const taken: typeof waiting = [];
    waiting = waiting.filter((each) => {
      const { locks = [] } = each.unit.options;
      if (taken.length === maxUnits || locks.some((lock) => held.has(lock))) return true;
      for (const lock of locks) held.add(lock);
      taken.push(each);
      return false;
    });
    return taken;
  }

  function startGroups(): void {
    isPlanned = false;
    for (let place = freePlaces.pop(); place !== undefined; place = freePlaces.pop()) {
      const group = takeNext();
      if (group.length === 0) return void freePlaces.push(place);
      void runAndSettle(group, place);
    }
  }

  async function runAndSettle(group: typeof waiting, place: number): Promise<void> {
    const units = group.map(({ unit }) => unit);
    const outcomes = await runGroup(units, place);
    for (const { options } of units) for (const lock of options.locks ?? []) held.delete(lock);
    freePlaces.push(place);
    for (const [index, { settle }] of group.entries()) settle(outcomes[index] ?? { status: "separate" });
    startGroups();
  }

  return {
    run(unit) {
      return new Promise((settle) => {
        waiting.push({ unit, settle });
        if (isPlanned || freePlaces.length === 0) return;
        isPlanned = true;
        // Units of requests that arrive in the same turn form one group.
        setImmediate(startGroups);
      });
    },
  };
}
