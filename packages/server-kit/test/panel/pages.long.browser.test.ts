// Every page of the panel in Chromium, wide and narrow, light and dark.
import { expect, test } from "vitest";
import { panelEndpoints } from "../../src/http/panel/panel.js";
import type { PanelDependencies } from "../../src/http/panel/panel-dependencies.js";
import { allPages, looks, panel, problemsOfAllPages, usePanelInBrowser } from "./browsed-panel.js";

usePanelInBrowser();

test.each(looks)("every page is in order: $name", { timeout: 300_000 }, async (appearance) => {
  expect(await problemsOfAllPages(appearance)).toEqual([]);
});

/** Addresses without an id that show no page of their own. */
const notPages = [
  "/panel", // redirects to the first page
  "/panel/sign-in/code", // only after a password
  "/panel/audit/export",
  "/panel/stores/:merchantId/audit/export",
  "/panel/stores/:merchantId/transactions/export",
];

test("every address of a page without an id is among the pages that are checked", () => {
  // The list of addresses is made without anything else.
  const stub = { panel: {}, links: { basePath: "", baseUrl: "http://127.0.0.1:1" } } as unknown as PanelDependencies;
  const addresses = panelEndpoints(stub)
    .filter(({ method, path }) => method === "GET" && !path.startsWith("/assets/"))
    .map(({ path }) => path)
    .filter((path) => !/[:*]/.test(path.replace(":merchantId", "")));
  const checked = new Set(allPages().map(({ path }) => path.replace(/\?.*/, "")));
  const missing = addresses.filter((path) => !checked.has(path.replace(":merchantId", panel.store.merchantId)));
  expect(missing.sort()).toEqual(notPages.toSorted());
});
