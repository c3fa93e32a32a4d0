// The texts of the checkout in one language, with a host's replacements and {braces} filled in.
import { keepResults } from "../../domain/keep-results.js";
import { type Html, type HtmlValue, html } from "../html.js";
import { type Language, localeOf, type WordKey, type Words, wordsOf } from "./language.js";
import type { ResolvedTheme } from "./theme.js";

/** The texts of one language and theme. */
export interface Speaker {
  language: Language;
  locale: string;
  theme: ResolvedTheme;
  words: Words;
  /** A text with its {braces} filled in; values are escaped unless they are HTML already. */
  say(key: WordKey, values?: Record<string, HtmlValue>): Html;
}

const speakers = new WeakMap<ResolvedTheme, Map<Language, Speaker>>();

/** Cached for each language of a theme. */
export function createSpeaker(language: Language, theme: ResolvedTheme): Speaker {
  const ofTheme = speakers.get(theme) ?? new Map<Language, Speaker>();
  speakers.set(theme, ofTheme);
  let speaker = ofTheme.get(language);
  if (speaker === undefined) {
    const words: Words = { ...wordsOf(language), ...theme.texts[language] };
    const plainTexts = keepResults((text) => fill(text, {}), Object.keys(words).length);
    speaker = {
      language,
      locale: localeOf(language),
      theme,
      words,
      say: (key, values) => (values === undefined ? plainTexts(words[key]) : fill(words[key], values)),
    };
    ofTheme.set(language, speaker);
  }
  return speaker;
}

/** Replaces each `{name}` in a text with the value of that name. */
export function fill(text: string, values: Record<string, HtmlValue>): Html {
  const pieces = text.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 0 ? piece : values[piece]));
  return html`${pieces}`;
}
