// References as they can be compared: banks change case, drop or replace separators, break lines and put words of their own around.

/** Capital letters and digits only: `PS-10045_ab#1` and its wire form `PS-10045-ab.1` are both `PS10045AB1`. */
export function referenceKey(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

/** How many of a key's last characters the storage finds payments by; a shorter key is its own ending. */
const keyEndingLength = 8;

export function keyEnding(key: string): string {
  return key.slice(-keyEndingLength);
}

/** A text as runs of letters and digits, with where each begins in the text's key. */
export interface KeyedText {
  key: string;
  /** Places in the key at which a run begins or ends, the key's own ends included. */
  breaks: Set<number>;
  /** Those of them that are the end of a line. */
  lineBreaks: Set<number>;
  /** Upper case, each run of blanks and line ends as one blank: for looking for a reference exactly as it was given. */
  literal: string;
}

/** @param lines the text as the bank broke it. */
export function keyText(lines: readonly string[]): KeyedText {
  const breaks = new Set([0]);
  const lineBreaks = new Set([0]);
  let key = "";
  for (const line of lines) {
    for (const run of line.toUpperCase().split(/[^A-Z0-9]+/)) {
      key += run;
      breaks.add(key.length);
    }
    lineBreaks.add(key.length);
  }
  return { key, breaks, lineBreaks, literal: lines.join(" ").toUpperCase().replace(/\s+/g, " ") };
}

/** Keys of every stretch from break to break, for stores whose references all end alike. */
export function wholeKeysIn({ key, breaks }: KeyedText): string[] {
  const places = [...breaks].sort((left, right) => left - right).slice(0, 80);
  return places.flatMap((from, index) => places.slice(index + 1).map((to) => key.slice(from, to)));
}

/**
 * Endings under which a payment whose reference may stand in the text is kept: every stretch of eight characters, and shorter ones
 * from break to break.
 */
export function endingsIn({ key, breaks }: KeyedText): string[] {
  const endings = new Set<string>();
  for (let end = keyEndingLength; end <= key.length; end += 1) endings.add(key.slice(end - keyEndingLength, end));
  const places = [...breaks].sort((left, right) => left - right);
  for (const [index, from] of places.entries()) {
    for (const to of places.slice(index + 1)) {
      if (to - from >= keyEndingLength) break;
      endings.add(key.slice(from, to));
    }
  }
  return [...endings];
}
