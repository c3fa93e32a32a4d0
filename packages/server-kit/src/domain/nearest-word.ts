// Finds the known word nearest to a mistyped one.

/** The word within few edits, relative to its length; undefined when none is near. */
export function nearestWord(written: string, words: readonly string[]): string | undefined {
  const [best] = words
    // A word whose length differs by more than the allowed edits cannot match; skipping it keeps long input cheap.
    .filter((word) => Math.abs(word.length - written.length) <= maxEdits(word))
    .map((word) => ({ word, distance: editDistance(written, word) }))
    .filter(({ word, distance }) => distance <= maxEdits(word))
    .sort((left, right) => left.distance - right.distance);
  return best?.word;
}

const maxEdits = (word: string) => Math.max(1, Math.floor(word.length / 3));

/** Damerau-Levenshtein: insertions, deletions, substitutions and swaps of neighbours count one each. */
function editDistance(left: string, right: string): number {
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 0; i < left.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j += 1) {
      const replaced = (row[j] ?? 0) + (left[i] === right[j] ? 0 : 1);
      const isSwap = i > 0 && j > 0 && left[i] === right[j - 1] && left[i - 1] === right[j];
      const swapped = isSwap ? (before[j - 1] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[right.length] ?? 0;
}
