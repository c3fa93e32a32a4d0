// The order of ids in lists that are sorted or merged outside of a database.

/** Compares text as the databases do: by code units, not by the rules of a language. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
