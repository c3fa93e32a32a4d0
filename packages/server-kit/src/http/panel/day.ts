// UTC days in the format of date fields and URLs: `2027-01-31`.

export const dayMs = 24 * 60 * 60 * 1000;

/** The start of the day, epoch milliseconds; undefined for text that is not a date. */
export function readDay(text: string | undefined): number | undefined {
  if (text === undefined || !/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(at) || isoDay(at) !== text ? undefined : at;
}

export function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
