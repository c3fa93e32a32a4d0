// Limits the polls in flight in this process, by provider. A slot is taken before the unit of work that claims the poll, because
// concurrent units of work do not see each other's claims.

export interface PollSlots {
  /** Takes a slot. False when there is none for a scheduled poll; a poll on demand is always admitted. */
  enter(key: string, isPlanned: boolean): boolean;
  leave(key: string): void;
  /** When a deferred session is polled instead, not before `earliest`. */
  deferTo(key: string, earliest: number): number;
  /** Records that a session was deferred to this time: the next one is deferred to a later time. */
  noteDeferral(key: string, at: number): void;
}

/** Scheduled polls in flight per provider; further ones are deferred. */
const maxPerProvider = 20;
/** Deferred sessions are spread out: thousands that become due simultaneously would each cost a write. */
const deferralSpacingMs = 50;
const longestDeferralMs = 10 * 60_000;

export function createPollSlots(): PollSlots {
  const inFlight = new Map<string, number>();
  const deferredUntil = new Map<string, number>();

  function deferTo(key: string, earliest: number): number {
    const last = deferredUntil.get(key) ?? 0;
    return last > earliest && last < earliest + longestDeferralMs ? last : earliest;
  }

  return {
    enter(key, isPlanned) {
      const count = inFlight.get(key) ?? 0;
      if (isPlanned && count >= maxPerProvider) return false;
      inFlight.set(key, count + 1);
      return true;
    },
    leave(key) {
      const left = (inFlight.get(key) ?? 1) - 1;
      if (left > 0) inFlight.set(key, left);
      else inFlight.delete(key);
    },
    deferTo,
    noteDeferral(key, at) {
      deferredUntil.set(key, deferTo(key, at) + deferralSpacingMs);
    },
  };
}
