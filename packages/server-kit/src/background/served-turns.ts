// The stores whose turn this instance has, when several instances share the storage: it claims deliveries only for them.
import type { ClaimedDelivery, ClaimRequest } from "../flows/claim-deliveries.js";

export interface ServedTurns {
  add(merchantIds: readonly string[]): void;
  remove(merchantIds: readonly string[]): void;
  list(): string[];
  /** How many deliveries may be claimed for each store; stores without free slots are omitted. */
  room(room: { perStore: number; byStore: ReadonlyMap<string, number> }): Map<string, number>;
  /** Removes and returns the stores for which a claim with free slots found nothing, unless a send of theirs is in flight. */
  takeIdle(
    look: { request: ClaimRequest; claimed: readonly ClaimedDelivery[]; quarantined: readonly string[] },
    isSending: (merchantId: string) => boolean,
  ): string[];
}

export function createServedTurns(): ServedTurns {
  const served = new Set<string>();
  return {
    add(merchantIds) {
      for (const merchantId of merchantIds) served.add(merchantId);
    },
    remove(merchantIds) {
      for (const merchantId of merchantIds) served.delete(merchantId);
    },
    list: () => [...served],
    room({ perStore, byStore }) {
      const room = [...served].map((merchantId) => [merchantId, byStore.get(merchantId) ?? perStore] as const);
      return new Map(room.filter(([, left]) => left > 0));
    },
    takeIdle({ request, claimed, quarantined }, isSending) {
      const isLimitReached = request.lanes.some(
        ({ lane, limit }) => claimed.filter((claim) => claim.lane === lane).length >= limit,
      );
      const haveSomeGivenWay = request.lanes.some(({ served: inLane }) => inLane.size > 0);
      // Without both lanes, when the limit was reached or stores gave way to others, nothing is known about a store without claims.
      if (request.lanes.length < 2 || isLimitReached || haveSomeGivenWay || quarantined.length > 0) return [];
      const found = new Set(claimed.map(({ delivery }) => delivery.merchantId));
      const idle = [...request.room.keys()].filter((id) => served.has(id) && !found.has(id) && !isSending(id));
      for (const merchantId of idle) served.delete(merchantId);
      return idle;
    },
  };
}
