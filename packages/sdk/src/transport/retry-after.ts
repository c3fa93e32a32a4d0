// Reads the Retry-After header: seconds or an HTTP date.

/** Milliseconds to wait from `now`, at least 0; `undefined` when it is missing or invalid. */
export function readRetryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  // A proxy may repeat the header, which fetch joins with a comma: the longest wait counts.
  const waits = value
    .split(/,\s*(?=\d+(?:\.\d+)?\s*(?:,|$)|[A-Za-z]{3,9},? )/)
    .map((each) => readOneMs(each.trim(), now));
  return waits.reduce((longest, each) =>
    longest === undefined || each === undefined ? undefined : Math.max(longest, each),
  );
}

function readOneMs(value: string, now: number): number | undefined {
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Math.ceil(Number(value) * 1000), Number.MAX_SAFE_INTEGER);
  // Only the HTTP date forms: Date.parse alone would read "-1" as a year.
  if (!/^[A-Za-z]{3,9},? /.test(value)) return undefined;
  // The oldest of them has no zone, and all are GMT (RFC 9110, 5.6.7).
  const at = Date.parse(/GMT|[+-]\d{4}$/i.test(value) ? value : `${value} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
