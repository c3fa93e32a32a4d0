// The browser tab's icon: an initial on a colour, inlined as a data URL, so that browsers do not request a missing file.
import { memoize } from "../domain/memoize.js";
import { type Html, html } from "./html.js";

/** `name` may be any text; its first letter is shown. Colours are six-digit hex. */
export function favicon(name: string, { background, ink }: { background: string; ink: string }): Html {
  return drawingOf(`${background} ${ink} ${initialOf(name)}`);
}

const drawingOf = memoize((parts) => {
  const [background = "", ink = "", initial = ""] = parts.split(" ");
  const drawing = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${background}"/><text x="16" y="22" font-family="system-ui,sans-serif" font-size="18" font-weight="700" text-anchor="middle" fill="${ink}">${initial}</text></svg>`;
  return html`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(drawing.toString())}">`;
});

/** The first letter of a name, in upper case; empty for a blank name. */
export function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "";
}
