/** How a time is written for a buyer, on the page and again by its script in the reader's own zone. */
export const momentFormat = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const;
