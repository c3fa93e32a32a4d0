// How the overview names a day.

export function dayLabel(startsAt: number): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(startsAt);
}
