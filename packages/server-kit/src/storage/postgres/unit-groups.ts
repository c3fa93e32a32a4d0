// Units of work that name their locks share transactions: while a group of them is on its way to the disk, those that come wait for the
// next one. BEGIN, the look-ups, the INSERTs and COMMIT are sent once for each group. Units of one group see each other's writes, so they
// may not share a lock.
import type { UnitOfWork } from "../port.js";
import type { Database } from "./database.js";

export interface GroupedUnit {
  work(database: Database): Promise<unknown>;
  how: UnitOfWork;
}

/** `alone`: its locks are held elsewhere, or the group failed. It has left nothing behind, and runs again in a transaction of its own. */
export type GroupOutcome = PromiseSettledResult<unknown> | { status: "alone" };

export interface UnitGroups {
  /** Resolves or rejects as the unit did, or `alone`. */
  run(unit: GroupedUnit): Promise<GroupOutcome>;
}

/** Two, so that one group runs its statements while the other waits for the disk. */
const maxGroups = 2;
const maxUnits = 32;

/** @param runGroup `place` is below the number of groups, and no other group has it meanwhile. */
export function createUnitGroups(
  runGroup: (units: readonly GroupedUnit[], place: number) => Promise<readonly GroupOutcome[]>,
): UnitGroups {
  let waiting: { unit: GroupedUnit; settle(outcome: GroupOutcome): void }[] = [];
  /** Locks of the groups that run. */
  const held = new Set<string>();
  const freePlaces = Array.from({ length: maxGroups }, (_, place) => place);
  let isPlanned = false;

  /** The longest waiting whose locks no other unit has; the others stay in their order. */
  function takeNext(): typeof waiting {
    const taken: typeof waiting = [];
    waiting = waiting.filter((each) => {
      const { locks = [] } = each.unit.how;
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
    for (const { how } of units) for (const lock of how.locks ?? []) held.delete(lock);
    freePlaces.push(place);
    for (const [index, { settle }] of group.entries()) settle(outcomes[index] ?? { status: "alone" });
    startGroups();
  }

  return {
    run(unit) {
      return new Promise((settle) => {
        waiting.push({ unit, settle });
        if (isPlanned || freePlaces.length === 0) return;
        isPlanned = true;
        // Requests that arrived together make one group.
        setImmediate(startGroups);
      });
    },
  };
}
