// Decides what the delivery engine claims next: for which stores, how many in each lane, or one quarantined delivery alone.
import type { ClaimRequest, Claims } from "../flows/claim-deliveries.js";
import type { DeliveryLane } from "../storage/port/due-delivery-records.js";
import type { EndpointSlots } from "./endpoint-slots.js";
import type { Quarantine } from "./quarantine.js";
import type { ServedTurns } from "./served-turns.js";

export interface ClaimRequests {
  /** Undefined: nothing may be claimed now. */
  next(): ClaimRequest | undefined;
  /** Remembers where the search over stores continues. */
  continueAfter(next: Claims["next"]): void;
  /** Whether the search has not reached the last store. */
  isSearching(): boolean;
}

export function createClaimRequests({
  slots,
  quarantine,
  served,
}: {
  slots: Pick<EndpointSlots, "room" | "sendingCount">;
  quarantine: Pick<Quarantine, "next">;
  /** Undefined: claims for all stores. */
  served: Pick<ServedTurns, "room"> | undefined;
}): ClaimRequests {
  const cursors = new Map<DeliveryLane, string | undefined>();
  return {
    next() {
      const room = slots.room();
      const turn = quarantine.next(slots.sendingCount());
      if (turn === "wait") return undefined;
      if (turn !== undefined) return { lanes: [], perStore: room.perStore, room: room.byStore, alone: turn.alone };
      const lanes = (["first", "retry"] as const)
        .map((lane) => ({ lane, limit: room[lane], after: cursors.get(lane) }))
        .filter(({ limit }) => limit > 0);
      if (lanes.length === 0) return undefined;
      if (served === undefined) return { lanes, perStore: room.perStore, room: room.byStore };
      const own = served.room(room);
      return own.size === 0 ? undefined : { lanes, perStore: 0, room: own };
    },
    continueAfter(next) {
      for (const [lane, cursor] of next) cursors.set(lane, cursor);
    },
    isSearching: () => [...cursors.values()].some((cursor) => cursor !== undefined),
  };
}
