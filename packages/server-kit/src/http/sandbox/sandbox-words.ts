// The sandbox pages' texts, in the languages of the checkout.
import type { Language } from "../checkout/language.js";
import { fill } from "../checkout/translator.js";
import type { Html, HtmlValue } from "../html.js";
import { de } from "./words/de.js";
import { en, type SandboxWordKey, type SandboxWords } from "./words/en.js";
import { es } from "./words/es.js";
import { fr } from "./words/fr.js";
import { it } from "./words/it.js";
import { lt } from "./words/lt.js";
import { nl } from "./words/nl.js";
import { pl } from "./words/pl.js";
import { pt } from "./words/pt.js";

export const sandboxWords: Record<Language, SandboxWords> = { en, de, fr, es, it, nl, pl, pt, lt };

/** Returns a text of the sandbox pages in one language, with its {braces} filled in. */
export type SandboxTranslate = (key: SandboxWordKey, values?: Record<string, HtmlValue>) => Html;

export function sandboxTranslator(language: Language): SandboxTranslate {
  return (key, values = {}) => fill(sandboxWords[language][key], values);
}

export type { SandboxWordKey };
