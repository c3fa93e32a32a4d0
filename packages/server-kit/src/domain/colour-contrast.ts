// Contrast of two colours as WCAG 2.2 defines it, and the nearest shade with enough contrast.

type Colour = readonly [red: number, green: number, blue: number];

/** Red, green and blue of `#rrggbb`, 0 to 255; undefined for anything else. */
export function parseColour(text: string): Colour | undefined {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (match === null) return undefined;
  const [, red = "", green = "", blue = ""] = match;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** Contrast ratio: 1 (equal colours) to 21 (black and white). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((first, second) => first - second);
  return (lighter + 0.05) / (darker + 0.05);
}

/** White or near-black, whichever has more contrast with the background. */
export function readableOn(background: string): string {
  return contrast("#ffffff", background) >= contrast(darkText, background) ? "#ffffff" : darkText;
}

/**
 * The colour itself, or the nearest darker or lighter shade with at least the `wanted` contrast to each background (all light or all
 * dark).
 */
export function withContrast(colour: string, backgrounds: readonly string[], wanted: number): string {
  const target: Colour = backgrounds.every((background) => luminance(background) > 0.18) ? [0, 0, 0] : [255, 255, 255];
  const [red, green, blue] = parseColour(colour) ?? target;
  for (let share = 0; share < 1; share += 0.05) {
    const mix = (from: number, to: number) => Math.round(from + (to - from) * share);
    const shade = toText([mix(red, target[0]), mix(green, target[1]), mix(blue, target[2])]);
    if (backgrounds.every((background) => contrast(shade, background) >= wanted)) return shade;
  }
  return toText(target);
}

const darkText = "#0b1220";

function luminance(text: string): number {
  const [red, green, blue] = parseColour(text) ?? [0, 0, 0];
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function toText(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
