// Seeded random faults: the fault of a call depends on the seed, the operation and the number of its earlier calls, and not on
// concurrent calls of other operations.
import type { OperationContract } from "../../../../server-kit/src/http/generated/contract.js";
import { fractionFrom } from "../random-source.js";
import { faultNames, mayMeet, type PlannedFault } from "./faults.js";

export interface Chaos {
  take(operation: OperationContract | undefined): PlannedFault | undefined;
}

/** Share of the calls that fail. */
const faultRate = 0.25;

export function createChaos(seed: number): Chaos {
  if (!Number.isSafeInteger(seed)) throw new TypeError(`chaos takes a whole number as its seed; got ${seed}.`);
  const counts = new Map<string, number>();
  return {
    take(operation) {
      if (operation === undefined) return undefined;
      const { operationId } = operation;
      const count = (counts.get(operationId) ?? 0) + 1;
      counts.set(operationId, count);
      if (fractionFrom(seed, operationId, count, "whether") >= faultRate) return undefined;
      // `stall` and `slow` would block clients without a timeout, or with a clock of their own.
      const possible = faultNames.filter((fault) => fault !== "stall" && fault !== "slow" && mayMeet(operation, fault));
      const fault = possible[Math.floor(fractionFrom(seed, operationId, count, "which") * possible.length)];
      return fault && { fault };
    },
  };
}
