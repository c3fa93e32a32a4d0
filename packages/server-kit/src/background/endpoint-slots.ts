// Limits concurrent sends: 4 per endpoint once it has responded, 64 in all, at most half of them for retries and slow
// endpoints, so that unreachable endpoints do not take the slots of the others. An endpoint is a store.
import type { ClaimedDelivery } from "../flows/claim-deliveries.js";
import {
  claimRoom,
  type EndpointLoad,
  isIdle,
  isSlow,
  newEndpoint,
  sendLimit,
  takeStuck,
  unknownCap,
} from "./endpoint-load.js";

export interface SlotLimits {
  perEndpoint: number;
  total: number;
}

export const defaultSlotLimits: SlotLimits = { perEndpoint: 4, total: 64 };

/** Deliveries in flight and claimed ahead together, for each slot. */
const heldPerSlot = 8;
const maxKnownEndpoints = 10_000;

export interface EndpointSlots {
  /** Accepts a claimed delivery; returns it if it may be sent now, otherwise keeps it waiting. */
  admit(claimed: ClaimedDelivery): ClaimedDelivery | undefined;
  /** A send has finished after `durationMs` (undefined: nothing was sent); returns deliveries that may be sent now. */
  finish(claimed: ClaimedDelivery, durationMs: number | undefined): ClaimedDelivery[];
  /**
   * Removes and returns waiting deliveries that were claimed at or before this time (epoch milliseconds). An endpoint with a send in flight
   * since then counts as slow until it responds fast.
   */
  withdraw(claimedUntil: number): ClaimedDelivery[];
  /** How many more to claim: per lane, and for stores whose limit differs from the usual one. */
  room(): { first: number; retry: number; perStore: number; byStore: Map<string, number> };
  sendingCount(): number;
  /** Deliveries of this store that are in flight or waiting here. */
  heldBy(merchantId: string): number;
}

export function createEndpointSlots({ perEndpoint, total }: SlotLimits = defaultSlotLimits): EndpointSlots {
  const endpoints = new Map<string, EndpointLoad>();
  const lowPriorityLimit = Math.max(1, Math.floor(total / 2));
  /** Those with claims that wait for a slot. Each start moves an endpoint to the end, so that busy ones do not keep the others out. */
  const waiting = new Set<EndpointLoad>();
  let sending = 0;
  let ready = 0;
  /** Claimed for the retry lane or for a slow endpoint. */
  const lowPriority = new Set<ClaimedDelivery>();

  function endpointOf(merchantId: string): EndpointLoad {
    const known = endpoints.get(merchantId);
    if (known !== undefined) return known;
    if (endpoints.size >= maxKnownEndpoints) removeIdle();
    const endpoint = newEndpoint();
    endpoints.set(merchantId, endpoint);
    return endpoint;
  }

  function removeIdle(): void {
    for (const [merchantId, endpoint] of endpoints) if (isIdle(endpoint)) endpoints.delete(merchantId);
  }

  function startNext(endpoint: EndpointLoad): ClaimedDelivery | undefined {
    if (sending >= total || endpoint.sending.size >= sendLimit(endpoint, perEndpoint)) return undefined;
    const next = endpoint.ready.shift();
    waiting.delete(endpoint);
    if (next === undefined) return undefined;
    if (endpoint.ready.length > 0) waiting.add(endpoint);
    ready -= 1;
    endpoint.sending.add(next);
    sending += 1;
    return next;
  }

  function startWaiting(): ClaimedDelivery[] {
    const started: ClaimedDelivery[] = [];
    for (const endpoint of [...waiting]) {
      if (sending >= total) break;
      const next = startNext(endpoint);
      if (next !== undefined) started.push(next);
    }
    return started;
  }

  return {
    admit(claimed) {
      const endpoint = endpointOf(claimed.delivery.merchantId);
      if (claimed.lane === "retry" || isSlow(endpoint)) lowPriority.add(claimed);
      endpoint.ready.push(claimed);
      waiting.add(endpoint);
      ready += 1;
      return startNext(endpoint);
    },
    finish(claimed, durationMs) {
      const endpoint = endpointOf(claimed.delivery.merchantId);
      endpoint.sending.delete(claimed);
      sending -= 1;
      lowPriority.delete(claimed);
      if (durationMs !== undefined) endpoint.lastMs = durationMs;
      return startWaiting();
    },
    withdraw(claimedUntil) {
      const taken = [...endpoints.values()].flatMap((endpoint) => takeStuck(endpoint, claimedUntil));
      for (const endpoint of waiting) if (endpoint.ready.length === 0) waiting.delete(endpoint);
      ready -= taken.length;
      for (const claimed of taken) lowPriority.delete(claimed);
      return taken;
    },
    room() {
      const first = Math.max(0, heldPerSlot * total - sending - ready);
      const retry = Math.max(0, Math.min(first, lowPriorityLimit - lowPriority.size));
      const byStore = new Map<string, number>();
      let busyCount = 0;
      for (const endpoint of endpoints.values()) if (!isIdle(endpoint)) busyCount += 1;
      const share = Math.floor((heldPerSlot * total) / (busyCount + 1));
      for (const [merchantId, endpoint] of endpoints) {
        const own = isSlow(endpoint) && retry === 0 ? 0 : claimRoom(endpoint, { perEndpoint, share });
        if (own !== unknownCap) byStore.set(merchantId, own);
      }
      return { first, retry, perStore: unknownCap, byStore };
    },
    sendingCount: () => sending,
    heldBy(merchantId) {
      const endpoint = endpoints.get(merchantId);
      return endpoint === undefined ? 0 : endpoint.sending.size + endpoint.ready.length;
    },
  };
}
