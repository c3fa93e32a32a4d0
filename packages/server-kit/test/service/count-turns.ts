// Counts the turns of the event loop while long work runs in a service, and how long the loop is blocked in one turn.
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect } from "vitest";
import type { PaymentService } from "../../src/index.js";

/** In turns of the other thread: far above what a busy machine causes, below the five seconds for which a driver would wait for a lock. */
const maxStandstill = 4000;

/**
 * Call it at the top level of a test file. Until the work is done, the returned function counts the turns of the
 * event loop and reads the store every ten turns; it resolves with the number of turns. Turns during such a read
 * count too: on PostgreSQL one read takes many.
 */
export function countTurns(): (
  service: PaymentService,
  merchantId: string,
  work: Promise<unknown>,
  onTurn?: (turns: number) => void,
) => Promise<number> {
  /** Turns of another thread, at most one a millisecond. */
  const otherTurns = new Int32Array(new SharedArrayBuffer(4));
  let other: Worker;
  beforeAll(() => {
    const program = `const { workerData } = require("node:worker_threads");
    setInterval(() => Atomics.add(workerData, 0, 1), 1);`;
    other = new Worker(program, { eval: true, workerData: otherTurns });
  });
  afterAll(() => other.terminate());

  return async (service, merchantId, work, onTurn) => {
    let isDone = false;
    const settled = work.finally(() => {
      isDone = true;
    });
    let turns = 0;
    let standstill = 0;
    let reading: Promise<void> | undefined;
    const read = async () => {
      expect(await service.stores.get(merchantId)).toMatchObject({ merchantId });
      reading = undefined;
    };
    for (let before = Atomics.load(otherTurns, 0); !isDone; turns += 1) {
      onTurn?.(turns);
      if (turns % 10 === 0) reading ??= read();
      await new Promise((resolve) => setImmediate(resolve));
      const now = Atomics.load(otherTurns, 0);
      standstill = Math.max(standstill, now - before);
      before = now;
    }
    await reading;
    await settled;
    expect(standstill).toBeLessThan(maxStandstill);
    return turns;
  };
}
