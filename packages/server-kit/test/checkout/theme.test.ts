// The host's theme: its colours are adjusted until they are readable, its texts and links are shown, and invalid values are reported at
// creation.
import { expect, test } from "vitest";
import { contrast } from "../../src/domain/colour-contrast.js";
import { resolveTheme } from "../../src/http/checkout/theme.js";
import { heading, startService } from "./checkout-harness.js";

test.each(["#ffffff", "#000000", "#ffe600", "#1d4ed8", "#7fffd4", "#808080", "#ff0000"])(
  "keeps buttons and links readable in both colour schemes with the accent %s",
  (accent) => {
    const { light, dark } = resolveTheme({ colors: { accent } });
    for (const { accent: button, onAccent } of [light, dark])
      expect(contrast(button, onAccent)).toBeGreaterThanOrEqual(4.5);
    for (const surface of ["#ffffff", "#f3f5f8"]) expect(contrast(light.link, surface)).toBeGreaterThanOrEqual(4.5);
    for (const surface of ["#18212c", "#0f151d"]) expect(contrast(dark.link, surface)).toBeGreaterThanOrEqual(4.5);
    for (const surface of ["#ffffff", "#f3f5f8"]) expect(contrast(light.accent, surface)).toBeGreaterThanOrEqual(3);
  },
);

test("shows the host's name, words and legal links", async () => {
  const harness = await startService({
    theme: {
      name: "Pay & Co",
      texts: { en: { choose_heading: "Pick one for {shop}" } },
      legalLinks: [{ label: "Imprint", href: "https://pay.example/imprint" }],
    },
  });
  const page = await harness.visit((await harness.initialize()).path);
  expect(heading(page)).toBe("Pick one for {shop}".replace("{shop}", ""));
  expect(page.text).toContain("Payment page by <bdi>Pay &amp; Co</bdi>");
  expect(page.text).toContain('<a href="https://pay.example/imprint" rel="noreferrer">');
  await harness.stop();
});

test.each([
  [{ colors: { accent: "blue" } }, /theme\.colors\.accent must be a colour/],
  [{ legalLinks: [{ label: "x", href: "javascript:alert(1)" }] }, /theme\.legalLinks/],
  [{ logo: "http://x.example/a.png" }, /theme\.logo/],
])("refuses a theme that cannot work: %j", (theme, message) => {
  expect(() => resolveTheme(theme)).toThrow(message);
});
