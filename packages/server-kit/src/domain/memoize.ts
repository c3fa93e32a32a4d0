// Memoizes results that are expensive to compute and cheap to store, such as the formats of Intl.

/** `make` with a cache by its text argument, of at most `max` results; the oldest one is evicted first. Errors are not cached. */
export function memoize<Result>(make: (text: string) => Result, max = 200): (text: string) => Result {
  const kept = new Map<string, Result>();
  return (text) => {
    let result = kept.get(text);
    if (result === undefined) {
      result = make(text);
      if (kept.size >= max) kept.delete(kept.keys().next().value ?? text);
      kept.set(text, result);
    }
    return result;
  };
}
