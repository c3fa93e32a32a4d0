// The texts of the checkout in one language, with a host's replacements and {braces} filled in.
import { memoize } from "../../domain/memoize.js";
import { type Html, type HtmlValue, html } from "../html.js";
import { type Language, localeOf, type WordKey, type Words, wordsOf } from "./language.js";
import type { ResolvedTheme } from "./theme.js";

/** The texts of one language and theme. */
export interface Translator {
  language: Language;
  locale: string;
  theme: ResolvedTheme;
  words: Words;
  /** A text with its {braces} filled in; values are escaped unless they are HTML already. */
  translate(key: WordKey, values?: Record<string, HtmlValue>): Html;
}

const translators = new WeakMap<ResolvedTheme, Map<Language, Translator>>();

/** Cached for each language of a theme. */
export function createTranslator(language: Language, theme: ResolvedTheme): Translator {
  const ofTheme = translators.get(theme) ?? new Map<Language, Translator>();
  translators.set(theme, ofTheme);
  let translator = ofTheme.get(language);
  if (translator === undefined) {
    const words: Words = { ...wordsOf(language), ...theme.texts[language] };
    const plainTexts = memoize((text) => fill(text, {}), Object.keys(words).length);
    translator = {
      language,
      locale: localeOf(language),
      theme,
      words,
      translate: (key, values) => (values === undefined ? plainTexts(words[key]) : fill(words[key], values)),
    };
    ofTheme.set(language, translator);
  }
  return translator;
}

/** Replaces each `{name}` in a text with the value of that name. */
export function fill(text: string, values: Record<string, HtmlValue>): Html {
  const pieces = text.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 0 ? piece : values[piece]));
  return html`${pieces}`;
}
