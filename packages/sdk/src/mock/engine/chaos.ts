// Random faults that can be replayed: what meets a call depends on the seed, the operation and how many calls of it came before, so
// that other calls side by side change nothing.
import type { OperationContract } from "../../../../server-kit/src/http/generated/contract.js";
import { fractionFrom } from "../random-source.js";
import { faultWords, mayMeet, type PlannedFault } from "./faults.js";

export interface Chaos {
  take(operation: OperationContract | undefined): PlannedFault | undefined;
}

/** One call in four meets a fault. */
const share = 0.25;

export function createChaos(seed: number): Chaos {
  if (!Number.isSafeInteger(seed)) throw new TypeError(`chaos takes a whole number as its seed; got ${seed}.`);
  const counts = new Map<string, number>();
  return {
    take(operation) {
      if (operation === undefined) return undefined;
      const { operationId } = operation;
      const count = (counts.get(operationId) ?? 0) + 1;
      counts.set(operationId, count);
      if (fractionFrom(seed, operationId, count, "whether") >= share) return undefined;
      // These would hold up whoever has no time limit, or a clock of its own.
      const possible = faultWords.filter((fault) => fault !== "stall" && fault !== "slow" && mayMeet(operation, fault));
      const fault = possible[Math.floor(fractionFrom(seed, operationId, count, "which") * possible.length)];
      return fault && { fault };
    },
  };
}
