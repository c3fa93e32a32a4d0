// How many questions are under way in this process, by provider. A place is taken before the unit of work that claims the question: units
// of work run side by side, and none of them sees what the others are about to begin.

export interface QuestionLanes {
  /** Takes a place for a question; false when a planned one finds none. Somebody who waits for the response is never sent away. */
  enter(lane: string, isPlanned: boolean): boolean;
  leave(lane: string): void;
  /** A moment for a session that is put off, not before `earliest`. */
  putOffTo(lane: string, earliest: number): number;
  /** A session was put off to this moment: the next one gets a later one. */
  notePutOff(lane: string, at: number): void;
}

/** Planned questions under way, for one provider; what is due beyond is put off. */
const maxPerProvider = 20;
/** Sessions that are put off get moments of their own: thousands of them do not come back at once, each with a write. */
const putOffSpacingMs = 50;
const longestPutOffMs = 10 * 60_000;

export function createQuestionLanes(): QuestionLanes {
  const underWay = new Map<string, number>();
  const putOffUntil = new Map<string, number>();

  function putOffTo(lane: string, earliest: number): number {
    const last = putOffUntil.get(lane) ?? 0;
    return last > earliest && last < earliest + longestPutOffMs ? last : earliest;
  }

  return {
    enter(lane, isPlanned) {
      const count = underWay.get(lane) ?? 0;
      if (isPlanned && count >= maxPerProvider) return false;
      underWay.set(lane, count + 1);
      return true;
    },
    leave(lane) {
      const left = (underWay.get(lane) ?? 1) - 1;
      if (left > 0) underWay.set(lane, left);
      else underWay.delete(lane);
    },
    putOffTo,
    notePutOff(lane, at) {
      putOffUntil.set(lane, putOffTo(lane, at) + putOffSpacingMs);
    },
  };
}
