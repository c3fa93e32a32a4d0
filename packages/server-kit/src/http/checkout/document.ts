// The HTML document around each screen of the checkout.
import type { Environment } from "../../domain/environment.js";
import { favicon, initialOf } from "../favicon.js";
import { type Html, html, outsideText } from "../html.js";
import type { CheckoutAssets } from "./assets.js";
import { type Language, languageName, languages, localeOf, textDirection, type WordKey } from "./language.js";
import type { Translator } from "./translator.js";

/** The part of a page that differs by state. */
export interface Screen {
  /** The key of a translated text, or a literal text. */
  title: WordKey | { text: string };
  main: Html;
  /** HTTP status; 200 when left out. */
  status?: number | undefined;
  /** How the page follows changes of the payment; left out, it does not. */
  live?: LiveScreen | undefined;
}

export interface LiveScreen {
  eventsUrl: string;
  progressUrl: string;
  /** Identifies what is shown; a different key in the progress response means that the page is out of date. */
  key: string;
  /** Seconds between reloads without JavaScript; left out for pages with a form to fill in. */
  reloadSeconds?: number | undefined;
  /** The target of that reload; left out, the same address. */
  reloadUrl?: string | undefined;
  /** `ended`: only the end of the payment replaces the page, because the buyer is filling in a form. */
  follow: "all" | "ended";
}

export interface PageOwner {
  name: string;
  logo: string | undefined;
  environment: Environment;
  /** The store's own site, http or https. */
  url?: string | undefined;
  /** Shown beside the name where the page only simulates that party. */
  tag?: string | undefined;
}

export interface DocumentFrame {
  translator: Translator;
  /** The service's base URL, absolute. */
  baseUrl: string;
  basePath: string;
  assets: CheckoutAssets;
  screen: Screen;
  /** Shown in the title and at the top. Undefined on pages without a payment. */
  shop: PageOwner | undefined;
  /** Amount, order and reference. */
  summary?: Html | undefined;
  /** URL of this page in another language; undefined where switching the language is not possible. */
  languageUrl?: ((language: Language) => string) | undefined;
  /** Redirects immediately to this address; only for pages without content to read. */
  forwardTo?: string | undefined;
}

export function renderDocument(frame: DocumentFrame): string {
  const { translator, screen, shop, assets, basePath, summary, forwardTo } = frame;
  const { translate, words } = translator;
  // The isolating characters prevent a right-to-left name from reordering the title.
  const title = typeof screen.title === "string" ? words[screen.title] : screen.title.text;
  const titleParts = [title.replace(/\s?[?.]$/, ""), shop && `\u2068${shop.name}\u2069`, words.title_suffix];
  const { live } = screen;
  return `<!doctype html>${html`
<html lang="${translator.locale}" dir="${textDirection(translator.language)}">
<head>
<meta charset="utf-8">
<title>${fillTitle(titleParts)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
${favicon(shop?.name ?? translator.theme.name ?? words.title_suffix, { background: translator.theme.light.accent, ink: translator.theme.light.onAccent })}
<link rel="stylesheet" href="${basePath}${assets.stylePath}">
${wholeAtOnce}
<script src="${basePath}${assets.scriptPath}"></script>
${forwardTo !== undefined && html`<meta http-equiv="refresh" content="0;url=${forwardTo}">`}
${live?.reloadSeconds !== undefined && html`<noscript><meta http-equiv="refresh" content="${reloadContent(live.reloadSeconds, live.reloadUrl)}"></noscript>`}
</head>
<body>
<a class="skip" href="#main">${translate("skip_to_content")}</a>
${shop && header(shop, translator)}
<div class="page${shop === undefined && " alone"}">
<div class="columns">
${summary}
<main id="main" tabindex="-1"${liveAttributes(live)}>
${screen.main}
</main>
${shop && shop.tag === undefined && trust(shop, frame)}
</div>
${footer(frame)}
</div>
<p class="visually-hidden" role="status" id="announcement"></p>
</body>
</html>
`}`;
}

function reloadContent(seconds: number, url: string | undefined): string {
  return url === undefined ? String(seconds) : `${seconds};url=${url}`;
}

/** The amount, as the most prominent element; long amounts are set smaller to fit a phone's line. */
export function amountDue(money: Html, text: string): Html {
  // A div, not a p: a paragraph set this large would look like a heading without being one.
  return html`<div class="due${text.length > 10 && (text.length > 14 ? " longest" : " long")}">${money}</div>`;
}

function header(shop: PageOwner, { translate }: Translator): Html {
  return html`<header>
${
  shop.environment === "test" &&
  html`<p class="test-mode"><strong>${translate("test_mode")}</strong> <span>${translate("test_mode_note")}</span></p>`
}
<div class="shop">
<span class="shop-mark" aria-hidden="true"><bdi>${initialOf(shop.name)}</bdi>${
    shop.logo !== undefined && html`<img src="${shop.logo}" alt="" referrerpolicy="no-referrer" data-logo>`
  }</span>
<p class="shop-name">${outsideText(shop.name)}${shop.tag !== undefined && html` <span class="tag">${shop.tag}</span>`}</p>
</div>
</header>`;
}

function footer({ translator, languageUrl }: DocumentFrame): Html {
  const { translate, theme } = translator;
  return html`<footer>
${
  languageUrl &&
  html`<nav aria-label="${translate("language")}"><ul class="languages">
${languages.map(
  (language) =>
    html`<li><a href="${languageUrl(language)}" lang="${localeOf(language)}" hreflang="${localeOf(language)}"${
      language === translator.language && html` aria-current="true"`
    }>${languageName(language)}</a></li>
`,
)}</ul></nav>`
}
${
  theme.legalLinks.length > 0 &&
  html`<ul class="legal">${theme.legalLinks.map(
    ({ label, href }) => html`<li><a href="${href}" rel="noreferrer">${outsideText(label)}</a></li>`,
  )}</ul>`
}
${
  (theme.name ?? theme.logo) !== undefined &&
  html`<p class="operator">${theme.logo && html`<img src="${theme.logo}" alt="" height="24" referrerpolicy="no-referrer">`}
${theme.name && html`<span>${translate("powered_by", { name: outsideText(theme.name) })}</span>`}</p>`
}
</footer>`;
}

/** States only whether the connection is encrypted, which is all the lock icon means. */
function connection(baseUrl: string, { translate }: Translator): Html {
  const { protocol, host } = new URL(baseUrl);
  return protocol === "https:"
    ? html`<p class="secure">${lock}<span>${translate("connection_encrypted", { host: outsideText(host) })}</span></p>`
    : html`<p class="secure">${translate("connection_open")}</p>`;
}

/** Who operates the page and what data it keeps. */
function trust(shop: PageOwner, { translator, baseUrl }: DocumentFrame): Html {
  const { translate, theme } = translator;
  const name = outsideText(shop.name);
  const operator = outsideText(theme.name ?? new URL(baseUrl).host);
  return html`<aside class="trust" aria-label="${translate("about_heading")}">
${connection(baseUrl, translator)}
<details class="about"><summary>${translate("about_heading")}</summary>
<p>${translate("about_operator", { shop: name, operator })}</p>
<p>${translate("about_data", { shop: name })}</p>
${shop.url !== undefined && html`<p>${translate("about_shop", { link: html`<a href="${shop.url}" rel="noreferrer">${outsideText(new URL(shop.url).host)}</a>` })}</p>`}
</details>
</aside>`;
}

const lock = html`<svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/></svg>`;

/**
 * Delays the first paint until the last element is parsed: a growing page would shift its content. Browsers without support paint as usual.
 */
const wholeAtOnce = html`<link rel="expect" href="#announcement" blocking="render">`;

function liveAttributes(live: LiveScreen | undefined): Html | undefined {
  return (
    live &&
    html` data-events="${live.eventsUrl}" data-progress="${live.progressUrl}" data-key="${live.key}" data-follow="${live.follow}"`
  );
}

function fillTitle(parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(" · ");
}
