// Releases claims that would delay their deliveries: those that wait too long here, and those that a crash or an ended instance has left.
import { type RecoverDependencies, recoverAbandoned, recoverLapsed } from "../flows/recover-interrupted.js";
import type { DeliverySends } from "./delivery-sends.js";
import type { EndpointSlots } from "./endpoint-slots.js";
import type { EngineOwner } from "./engine-owner.js";

export interface ClaimRecovery {
  /** Releases interrupted sends, and claims that wait too long; returns how many. */
  recover(): Promise<number>;
  /** Releases sends whose lease has expired; returns how many. */
  recoverLapsed(): Promise<number>;
  /** Releases sends of owners that are gone; returns how many. */
  recoverOf(owners: readonly string[]): Promise<number>;
  /** Releases claims that wait too long for a slow endpoint; returns how many. */
  releaseStuck(): number;
  /** Releases all claims that are waiting here: at a stop, and when the clock was set back, since their leases are of the clock before. */
  releaseReady(): void;
}

/** A claim that waits this long for a slow endpoint is released, so that it does not use up its lease. */
const stuckMs = 2000;

export function createClaimRecovery(
  interrupted: RecoverDependencies,
  {
    slots,
    sends,
    owner,
  }: {
    slots: Pick<EndpointSlots, "withdraw">;
    sends: Pick<DeliverySends, "release">;
    owner: Pick<EngineOwner, "isGone">;
  },
): ClaimRecovery {
  let hasRecoveredAbandoned = false;

  function releaseStuck(): number {
    const stuck = slots.withdraw(interrupted.clock.now() - stuckMs);
    sends.release(stuck);
    return stuck.length;
  }

  return {
    async recover() {
      let count = releaseStuck() + (await recoverLapsed(interrupted));
      if (!hasRecoveredAbandoned) {
        count += await recoverAbandoned(interrupted, owner.isGone);
        hasRecoveredAbandoned = true;
      }
      return count;
    },
    recoverLapsed: () => recoverLapsed(interrupted),
    recoverOf: (owners) => recoverAbandoned(interrupted, (each) => owners.includes(each)),
    releaseStuck,
    releaseReady: () => sends.release(slots.withdraw(Number.POSITIVE_INFINITY)),
  };
}
