// How the overview names a day.

const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

export function dayLabel(startsAt: number): string {
  return days.format(startsAt);
}
