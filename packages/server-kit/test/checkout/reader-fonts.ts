// Font settings of readers: twice the font size, and a wide typeface with the spacing of WCAG 1.4.12.
import type { Page } from "playwright-core";

/** The reader's own default size, as in the browser's settings; the browser's own default is 16. */
export const largeLetters = ["--blink-settings=defaultFontSize=32"];

export async function useWideFace(page: Page): Promise<void> {
  await page.evaluate(`document.adoptedStyleSheets = [new CSSStyleSheet()];
    document.adoptedStyleSheets[0].replaceSync("* { font-family: 'DejaVu Sans Mono', 'Liberation Mono', monospace, monospace !important; letter-spacing: .12em !important; word-spacing: .16em !important; line-height: 1.5 !important }")`);
}

/** The innermost elements that extend beyond the screen. */
export async function wideElements(page: Page): Promise<string[]> {
  return (await page.evaluate(`(() => {
    if (document.documentElement.scrollWidth <= document.documentElement.clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5 && getComputedStyle(one).clipPath === "none" && !one.closest(".sr, .visually-hidden, thead")).reverse();
    return ["is " + document.documentElement.scrollWidth + " px wide: " + wide.slice(0, 4).map((one) => one.outerHTML.slice(0, 110)).join(" | ")];
  })()`)) as string[];
}
