// Limits concurrent sends: 4 per endpoint once it has responded, 64 in all, at most half of them for retries and slow
// endpoints, so that dead endpoints do not take the slots of live ones. An endpoint is a store.
import type { ClaimedDelivery } from "../flows/claim-deliveries.js";

export interface SlotLimits {
  perEndpoint: number;
  total: number;
}

export const defaultSlotLimits: SlotLimits = { perEndpoint: 4, total: 64 };

/** Concurrent sends for an endpoint that has not responded yet, or slowly: fifty dead ones leave slots for the others. */
const unknownCap = 1;
/** Above this response time an endpoint is slow: one send at a time until it is fast again. */
const slowMs = 5000;
/** Claims made ahead of free slots, so that a fast endpoint never waits for a commit: less than 2 s of sends. */
const aheadOf = (lastMs: number) => (lastMs < 50 ? 60 : lastMs < 200 ? 28 : lastMs < 1000 ? 8 : 0);
/** Sent and claimed ahead in all, for each slot. */
const heldPerSlot = 8;
const maxKnownEndpoints = 10_000;

interface Endpoint {
  sending: Set<ClaimedDelivery>;
  ready: ClaimedDelivery[];
  /** Duration of the last send; undefined before the first one: one send at a time, because the endpoint may be dead. */
  lastMs: number | undefined;
}

export interface EndpointSlots {
  /** Accepts a claimed delivery; returns it if it may be sent now, otherwise keeps it waiting. */
  admit(claimed: ClaimedDelivery): ClaimedDelivery | undefined;
  /** A send has finished after `durationMs` (undefined: nothing was sent); returns deliveries that may be sent now. */
  finish(claimed: ClaimedDelivery, durationMs: number | undefined): ClaimedDelivery[];
  /**
   * Removes waiting deliveries that were claimed at or before this time (epoch milliseconds). An endpoint
   * with a send in flight since then counts as slow until it responds.
   */
  withdraw(claimedUntil: number): ClaimedDelivery[];
  /** How many more to claim: per lane, and for stores whose limit differs from the usual one. */
  room(): { first: number; retry: number; perStore: number; byStore: Map<string, number> };
  sendingCount(): number;
  /** Deliveries of this store that are in flight or waiting here. */
  heldBy(merchantId: string): number;
}

export function createEndpointSlots({ perEndpoint, total }: SlotLimits = defaultSlotLimits): EndpointSlots {
  const endpoints = new Map<string, Endpoint>();
  const suspectLimit = Math.max(1, Math.floor(total / 2));
  let sending = 0;
  let ready = 0;
  /** Claimed for the retry lane or for a slow endpoint. */
  let suspects = 0;
  const suspicious = new WeakSet<ClaimedDelivery>();

  const isSlow = ({ lastMs }: Endpoint) => lastMs !== undefined && lastMs >= slowMs;
  const capOf = (endpoint: Endpoint) => (endpoint.lastMs === undefined || isSlow(endpoint) ? unknownCap : perEndpoint);

  function endpointOf(merchantId: string): Endpoint {
    let endpoint = endpoints.get(merchantId);
    if (endpoint === undefined) {
      if (endpoints.size >= maxKnownEndpoints) forgetIdle();
      endpoint = { sending: new Set(), ready: [], lastMs: undefined };
      endpoints.set(merchantId, endpoint);
    }
    return endpoint;
  }

  function forgetIdle(): void {
    for (const [merchantId, endpoint] of endpoints) {
      if (endpoint.sending.size === 0 && endpoint.ready.length === 0) endpoints.delete(merchantId);
    }
  }

  function mayStart(endpoint: Endpoint): boolean {
    return sending < total && endpoint.sending.size < capOf(endpoint);
  }

  function startNext(endpoint: Endpoint): ClaimedDelivery | undefined {
    if (!mayStart(endpoint)) return undefined;
    const next = endpoint.ready.shift();
    if (next === undefined) return undefined;
    ready -= 1;
    endpoint.sending.add(next);
    sending += 1;
    return next;
  }

  function forget(claimed: ClaimedDelivery): void {
    if (suspicious.delete(claimed)) suspects -= 1;
  }

  return {
    admit(claimed) {
      const endpoint = endpointOf(claimed.delivery.merchantId);
      if (claimed.lane === "retry" || isSlow(endpoint)) {
        suspicious.add(claimed);
        suspects += 1;
      }
      endpoint.ready.push(claimed);
      ready += 1;
      return startNext(endpoint);
    },
    finish(claimed, durationMs) {
      const endpoint = endpointOf(claimed.delivery.merchantId);
      endpoint.sending.delete(claimed);
      sending -= 1;
      forget(claimed);
      if (durationMs !== undefined) endpoint.lastMs = durationMs;
      const started: ClaimedDelivery[] = [];
      const own = startNext(endpoint);
      if (own !== undefined) return [own];
      if (ready === 0) return started;
      for (const other of endpoints.values()) {
        const next = startNext(other);
        if (next !== undefined) started.push(next);
        if (sending >= total || ready === 0) break;
      }
      return started;
    },
    withdraw(claimedUntil) {
      const taken: ClaimedDelivery[] = [];
      const isOld = ({ attempt }: ClaimedDelivery) => attempt.startedAt <= claimedUntil;
      for (const endpoint of endpoints.values()) {
        const old = endpoint.ready.filter(isOld);
        // It hangs: no claims ahead until it is fast again.
        if (old.length > 0 || [...endpoint.sending].some(isOld)) {
          endpoint.lastMs = Math.max(endpoint.lastMs ?? 0, slowMs);
        }
        if (old.length === 0) continue;
        endpoint.ready = endpoint.ready.filter((claimed) => !isOld(claimed));
        ready -= old.length;
        for (const claimed of old) forget(claimed);
        taken.push(...old);
      }
      return taken;
    },
    room() {
      const first = Math.max(0, heldPerSlot * total - sending - ready);
      const retry = Math.max(0, Math.min(first, suspectLimit - suspects));
      const byStore = new Map<string, number>();
      for (const [merchantId, endpoint] of endpoints) {
        const held = endpoint.sending.size + endpoint.ready.length;
        const ahead = endpoint.lastMs === undefined ? 0 : aheadOf(endpoint.lastMs);
        const own = isSlow(endpoint) && retry === 0 ? 0 : Math.max(0, capOf(endpoint) + ahead - held);
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
