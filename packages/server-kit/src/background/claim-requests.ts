// Decides what the delivery engine claims next: for which stores, how many in each lane, or one quarantined delivery alone.
import type { ClaimRequest, Claims, LaneRequest } from "../flows/claim-deliveries.js";
import type { DeliveryLane } from "../storage/port/due-delivery-records.js";
import type { EndpointSlots } from "./endpoint-slots.js";
import type { Quarantine } from "./quarantine.js";
import type { ServedTurns } from "./served-turns.js";

export interface ClaimRequests {
  /** Undefined: nothing may be claimed now. */
  next(): ClaimRequest | undefined;
  /** Remembers where the search over stores continues; true when stores that gave way to others may have more. */
  continueAfter(request: ClaimRequest, claims: Claims): boolean;
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
  /** Stores claimed for since a lane had more due than slots: those with the oldest backlogs would be found first each time. */
  const servedIn: Record<DeliveryLane, Set<string>> = { first: new Set(), retry: new Set() };

  /** True when the stores that gave way may be claimed for again. */
  function takeTurns({ lane, limit, served: gaveWay }: LaneRequest, { claimed, next }: Claims): boolean {
    const inLane = claimed.filter((claim) => claim.lane === lane);
    if (inLane.length >= limit) {
      for (const { delivery } of inLane) servedIn[lane].add(delivery.merchantId);
      return false;
    }
    if (gaveWay.size === 0 || next.get(lane) !== undefined) return false;
    servedIn[lane].clear();
    return true;
  }

  return {
    next() {
      const room = slots.room();
      const turn = quarantine.next(slots.sendingCount());
      if (turn === "wait") return undefined;
      if (turn !== undefined) return { lanes: [], perStore: room.perStore, room: room.byStore, alone: turn.alone };
      const lanes = (["first", "retry"] as const)
        .map((lane) => ({ lane, limit: room[lane], after: cursors.get(lane), served: new Set(servedIn[lane]) }))
        .filter(({ limit }) => limit > 0);
      if (lanes.length === 0) return undefined;
      if (served === undefined) return { lanes, perStore: room.perStore, room: room.byStore };
      const own = served.room(room);
      if (own.size === 0) return undefined;
      // The claims of one statement are shared out: it takes the oldest first, which may all be of a few stores.
      const share = Math.max(1, Math.floor(room.first / own.size));
      const shared = new Map([...own].map(([merchantId, left]) => [merchantId, Math.min(left, share)]));
      return { lanes, perStore: 0, room: shared };
    },
    continueAfter(request, claims) {
      for (const [lane, cursor] of claims.next) cursors.set(lane, cursor);
      return request.lanes.map((lane) => takeTurns(lane, claims)).some(Boolean);
    },
    isSearching: () => [...cursors.values()].some((cursor) => cursor !== undefined),
  };
}
