// Every page of the panel in Chromium, wide and narrow, light and dark.
import { expect, test } from "vitest";
import { looks, problemsOfAllPages, usePanelInBrowser } from "./browsed-panel.js";

usePanelInBrowser();

test.each(looks)("every page is in order: $name", { timeout: 300_000 }, async (appearance) => {
  expect(await problemsOfAllPages(appearance)).toEqual([]);
});
