// Selects the buyer's language: the switch on the page first, then the remembered choice, then the browser's Accept-Language.
import type { Call } from "../call.js";
import { de } from "./words/de.js";
import { en, type WordKey, type Words } from "./words/en.js";
import { es } from "./words/es.js";
import { fr } from "./words/fr.js";
import { it } from "./words/it.js";
import { lt } from "./words/lt.js";
import { nl } from "./words/nl.js";
import { pl } from "./words/pl.js";
import { pt } from "./words/pt.js";

const wordsByLanguage = { en, de, fr, es, it, nl, pl, pt, lt } satisfies Record<string, Words>;
export type Language = keyof typeof wordsByLanguage;
// The object has exactly these keys.
export const languages = Object.keys(wordsByLanguage) as Language[];

const cookieName = "checkout_language";
const rightToLeft = new Set(["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"]);

export interface ChosenLanguage {
  language: Language;
  /** The buyer used the switch on this link; links then carry the language. */
  isExplicit: boolean;
  /** The buyer used the switch, now or before: Accept-Language no longer applies. */
  isChosen: boolean;
}

export function chooseLanguage({ ctx, query }: Pick<Call, "ctx" | "query">): ChosenLanguage {
  const explicit = query.lang;
  if (isLanguage(explicit)) return { language: explicit, isExplicit: true, isChosen: true };
  const remembered = new RegExp(`(?:^|;\\s*)${cookieName}=([a-z]{2})(?:;|$)`).exec(ctx.get("cookie"))?.[1];
  if (isLanguage(remembered)) return { language: remembered, isExplicit: false, isChosen: true };
  const accepted = ctx.acceptsLanguages(...languages);
  return { language: isLanguage(accepted) ? accepted : "en", isExplicit: false, isChosen: false };
}

/** Stores the chosen language for the return from the bank, whose link does not carry it. */
export function rememberLanguage({ ctx }: Pick<Call, "ctx">, language: Language, basePath: string): void {
  ctx.append(
    "Set-Cookie",
    `${cookieName}=${language}; Path=${basePath}/checkout; Max-Age=86400; HttpOnly; SameSite=Lax`,
  );
}

export function wordsOf(language: Language): Words {
  return wordsByLanguage[language];
}

/** For formats and the `lang` attribute. The Portuguese texts are European; `pt` alone formats as in Brazil. */
export function localeOf(language: Language): string {
  return language === "pt" ? "pt-PT" : language;
}

export function languageName(language: Language): string {
  return wordsByLanguage[language].languageName;
}

/** For the `dir` attribute, according to the language's usual script. */
export function textDirection(language: string): "ltr" | "rtl" {
  return rightToLeft.has(language.split("-")[0] ?? "") ? "rtl" : "ltr";
}

function isLanguage(text: unknown): text is Language {
  return typeof text === "string" && Object.hasOwn(wordsByLanguage, text);
}

export type { WordKey, Words };
