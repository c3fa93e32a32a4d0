// Formats a day for the overview, such as "31 Jan".

const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

export function dayLabel(startsAt: number): string {
  return days.format(startsAt);
}
