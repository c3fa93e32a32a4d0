// Comparable forms of references: banks change case, drop or replace separators, break lines and add other words.
import { limits } from "../generated/limits.js";

/** Capital letters and digits only: `PS-10045_ab#1` and its wire form `PS-10045-ab.1` are both `PS10045AB1`. */
export function referenceKey(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

/** Number of trailing characters by which the storage finds payments; a shorter key is its own ending. */
const keyEndingLength = 8;

/** The trailing part of a key, which the storage indexes. */
export function keyEnding(key: string): string {
  return key.slice(-keyEndingLength);
}

/** A text's key with the positions where runs of letters and digits begin and end. */
export interface KeyedText {
  key: string;
  /** Positions in the key at which a run begins or ends, including the key's own ends. */
  breaks: Set<number>;
  /** The positions that are the end of a line. */
  lineBreaks: Set<number>;
  /** Upper case, white space collapsed: for finding a reference exactly as given. */
  literal: string;
}

/** @param lines the text with the bank's line breaks. */
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

/** Breaks of a text from which its ranges are made: a text with more would have thousands of ranges. */
const maxBreaks = 80;

/** Keys of all ranges between two breaks that a reference may have. */
export function wholeKeysIn({ key, breaks }: KeyedText): string[] {
  const places = [...breaks].sort((left, right) => left - right).slice(0, maxBreaks);
  return places.flatMap((from, index) =>
    places
      .slice(index + 1)
      .filter((to) => to - from <= limits.remittanceInfoMaxLength)
      .map((to) => key.slice(from, to)),
  );
}

/** Keys of all ranges that end with this ending (see `keyEnding`), for stores whose references all have the same one. */
export function keysEndingWith({ key }: KeyedText, ending: string): string[] {
  const keys: string[] = [];
  for (let at = key.indexOf(ending); at !== -1; at = key.indexOf(ending, at + 1)) {
    const to = at + ending.length;
    const first = ending.length < keyEndingLength ? at : Math.max(0, to - limits.remittanceInfoMaxLength);
    for (let from = first; from <= at; from += 1) keys.push(key.slice(from, to));
  }
  return keys;
}

/**
 * Endings by which to find payments whose reference may be in the text: every range of eight characters, and shorter ones
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
