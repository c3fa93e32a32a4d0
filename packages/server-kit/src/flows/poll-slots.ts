// Limits the polls in flight in this process, by provider. A slot is taken before the unit of work that claims the poll, because
// concurrent units of work do not see each other's claims.

export interface PollSlots {
  /** Takes a slot. False when a scheduled poll finds none; a poll on demand always gets one. */
  enter(key: string, isPlanned: boolean): boolean;
  leave(key: string): void;
  /** When a deferred session is polled instead, not before `earliest`. */
  putOffTo(key: string, earliest: number): number;
  /** Records that a session was deferred to this time: the next one gets a later time. */
  notePutOff(key: string, at: number): void;
}

/** Scheduled polls in flight per provider; further ones are deferred. */
const maxPerProvider = 20;
/** Deferred sessions are spread out: thousands becoming due at once would each cost a write. */
const putOffSpacingMs = 50;
const longestPutOffMs = 10 * 60_000;

export function createPollSlots(): PollSlots {
  const underWay = new Map<string, number>();
  const putOffUntil = new Map<string, number>();

  function putOffTo(key: string, earliest: number): number {
    const last = putOffUntil.get(key) ?? 0;
    return last > earliest && last < earliest + longestPutOffMs ? last : earliest;
  }

  return {
    enter(key, isPlanned) {
      const count = underWay.get(key) ?? 0;
      if (isPlanned && count >= maxPerProvider) return false;
      underWay.set(key, count + 1);
      return true;
    },
    leave(key) {
      const left = (underWay.get(key) ?? 1) - 1;
      if (left > 0) underWay.set(key, left);
      else underWay.delete(key);
    },
    putOffTo,
    notePutOff(key, at) {
      putOffUntil.set(key, putOffTo(key, at) + putOffSpacingMs);
    },
  };
}
