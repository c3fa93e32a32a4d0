// Checks and resolves a host's theme for the checkout pages: names, colours, texts and legal links.
import { parseColour, readableOn, withContrast } from "../../domain/colour-contrast.js";
import { findUnknownFields } from "../../domain/known-fields.js";
import { type Language, languages } from "./language.js";
import { en, type WordKey } from "./words/en.js";

export interface CheckoutTheme {
  /** The operator of the payment page, shown in its footer; left out, none is shown. */
  name?: string | undefined;
  /** Absolute https address or `data:image/…` of the operator's logo, shown in the footer, 24 px high. */
  logo?: string | undefined;
  /** Six-digit hex colours, such as "#0b5fff". They are adjusted where text would not have enough contrast. */
  colors?: { accent?: string | undefined; accentDark?: string | undefined } | undefined;
  /** Replacements for the built-in texts, by language and key; the keys are listed in `words/en.ts`, {braces} keep their meaning. */
  texts?: Partial<Record<Language, Partial<Record<WordKey, string>>>> | undefined;
  /** Imprint, privacy, terms: absolute http(s) addresses, shown in the footer of every page. */
  legalLinks?: readonly { label: string; href: string }[] | undefined;
}

/** The checked theme, with colours for both colour schemes. */
export interface ResolvedTheme {
  name: string | undefined;
  logo: string | undefined;
  texts: NonNullable<CheckoutTheme["texts"]>;
  legalLinks: readonly { label: string; href: string }[];
  light: AccentColours;
  dark: AccentColours;
}

export interface AccentColours {
  /** Background of the main button. */
  accent: string;
  /** Text on the main button. */
  onAccent: string;
  /** The accent as a text colour on the page. */
  link: string;
}

const lightSurfaces = ["#ffffff", "#f3f5f8"];
const darkSurfaces = ["#18212c", "#0f151d"];
/** Of controls against their surroundings (WCAG 2.2, 1.4.11). */
const controlContrast = 3;
/** A little more than the 4.5 that WCAG 2.2, 1.4.3 requires. */
const textContrast = 4.6;
const defaultAccent = "#1d4ed8";
const defaultAccentDark = "#8fb4ff";

/** @throws Error that names the invalid part of the theme and what it must be. */
export function resolveTheme(theme: CheckoutTheme = {}): ResolvedTheme {
  const accent = requireColour("accent", theme.colors?.accent ?? defaultAccent);
  const accentDark = requireColour("accentDark", theme.colors?.accentDark ?? theme.colors?.accent ?? defaultAccentDark);
  requireKnownTexts(theme.texts ?? {});
  requireKnown(theme.colors, { accent: true, accentDark: true }, "theme.colors");
  for (const { label, href } of theme.legalLinks ?? []) {
    if (typeof label !== "string" || label.trim() === "" || !isWebAddress(href)) {
      throw new Error(
        `theme.legalLinks needs a label and an absolute http(s) href; got ${JSON.stringify({ label, href })}.`,
      );
    }
  }
  if (theme.logo !== undefined && !isImageAddress(theme.logo)) {
    throw new Error("theme.logo must be an absolute https URL or a data:image/ URL.");
  }
  return {
    name: theme.name,
    logo: theme.logo,
    texts: theme.texts ?? {},
    legalLinks: theme.legalLinks ?? [],
    light: accentColours(accent, lightSurfaces),
    dark: accentColours(accentDark, darkSurfaces),
  };
}

function requireKnownTexts(texts: NonNullable<CheckoutTheme["texts"]>): void {
  for (const [language, words] of Object.entries(texts)) {
    if (!(languages as string[]).includes(language)) {
      throw new Error(
        `theme.texts has no language ${JSON.stringify(language)}; valid languages are ${languages.join(", ")}.`,
      );
    }
    requireKnown(words, knownWords, `theme.texts.${language}`);
    for (const [key, text] of Object.entries(words)) {
      if (typeof text !== "string") throw new Error(`theme.texts.${language}.${key} must be text; got ${typeof text}.`);
    }
  }
}

const knownWords: Readonly<Record<string, true>> = Object.fromEntries(Object.keys(en).map((key) => [key, true]));

function requireKnown(given: unknown, known: Readonly<Record<string, true>>, path: string): void {
  const [problem] = findUnknownFields(given, known, path);
  if (problem !== undefined) throw new Error(`Option ${problem.path} ${problem.message}`);
}

export function isImageAddress(text: string): boolean {
  return /^data:image\/[a-z+.-]+[;,]/.test(text) || (/^https:\/\//.test(text) && URL.canParse(text));
}

function accentColours(accent: string, surfaces: readonly string[]): AccentColours {
  const button = withContrast(accent, surfaces, controlContrast);
  return { accent: button, onAccent: readableOn(button), link: withContrast(accent, surfaces, textContrast) };
}

function requireColour(name: string, colour: string): string {
  if (parseColour(colour) === undefined) {
    throw new Error(`theme.colors.${name} must be a colour such as "#0b5fff"; got ${JSON.stringify(colour)}.`);
  }
  return colour.toLowerCase();
}

function isWebAddress(text: unknown): text is string {
  return typeof text === "string" && /^https?:\/\//.test(text) && URL.canParse(text);
}
