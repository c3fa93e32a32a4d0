// Reads the Retry-After header: seconds or an HTTP date.

/** Milliseconds to wait from `now`, at least 0; `undefined` when it is missing or invalid. */
export function readRetryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (value === undefined || value === "") return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Math.ceil(Number(value) * 1000), Number.MAX_SAFE_INTEGER);
  // Only the HTTP date forms: Date.parse alone would read "-1" as a year.
  if (!/^[A-Za-z]{3,9},? /.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
