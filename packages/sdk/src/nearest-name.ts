// Suggests the most similar known name in errors about unknown names.

/** The closest of `known`, or `undefined` when nothing is close. Letter case and separators do not count. */
function nearestName(given: string, known: readonly string[]): string | undefined {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const plainGiven = plain(given);
  const ranked = known
    .map((name) => {
      const candidate = plain(name);
      const isPart = plainGiven.length > 2 && (candidate.includes(plainGiven) || plainGiven.includes(candidate));
      // "initialise" means "sessions.initialize": a dotted name also matches by its last part.
      const lastPart = plain(name.slice(name.lastIndexOf(".") + 1));
      const distance = Math.min(editDistance(plainGiven, candidate), editDistance(plainGiven, lastPart));
      return { name, distance: isPart ? Math.min(distance, 1) : distance };
    })
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(2, plainGiven.length / 3) ? best.name : undefined;
}

/** ` Did you mean "x"?`, or nothing. */
export function suggestName(given: string, known: readonly string[]): string {
  const nearest = nearestName(given, known);
  return nearest === undefined ? "" : ` Did you mean ${JSON.stringify(nearest)}?`;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
