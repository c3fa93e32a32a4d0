// The days that the overview covers: the last 7, 30 or 90, or those between two dates.
import type { DayRange } from "../../../flows/read-overview.js";
import { dayMs, readDay } from "../day.js";

export const presets = [7, 30, 90] as const;
const maxDays = 366;

export interface SelectedRange extends DayRange {
  /** Undefined for custom dates. */
  preset: number | undefined;
  /** The error in the given dates. */
  problem: string | undefined;
}

export function readRange(query: Record<string, string>, now: number): SelectedRange {
  const today = Math.floor(now / dayMs) * dayMs;
  const last = (days: number) => ({ from: today - (days - 1) * dayMs, days, preset: days, problem: undefined });
  if (query.from === undefined && query.to === undefined) {
    return last(presets.find((days) => String(days) === query.days) ?? 30);
  }
  const from = readDay(query.from);
  const to = readDay(query.to) ?? (query.to === "" || query.to === undefined ? today : undefined);
  if (from === undefined || to === undefined) {
    return { ...last(30), problem: "Enter both dates as year, month and day, such as 2027-01-31." };
  }
  const days = Math.round((to - from) / dayMs) + 1;
  if (days < 1) return { ...last(30), problem: "The first day must not be after the last one." };
  if (days > maxDays) return { ...last(30), problem: `At most ${maxDays} days can be shown at once.` };
  return { from, days, preset: undefined, problem: undefined };
}
