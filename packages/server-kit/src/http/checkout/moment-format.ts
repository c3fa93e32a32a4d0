/** The date format for buyers, used by the page and again by its script in the reader's time zone. */
export const momentFormat = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const;
