// Results that cost more to make than to keep, such as the formats of Intl.

/** `make` by a text, once for each: the oldest of `max` results makes room. What `make` throws is not kept. */
export function keepResults<Result>(make: (text: string) => Result, max = 200): (text: string) => Result {
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
