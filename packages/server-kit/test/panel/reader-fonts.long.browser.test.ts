// Every page of the panel at 320 px, with the font settings of readers.
import { expect, test } from "vitest";
import { userRoles } from "../../src/domain/panel-permissions.js";
import { largeLetters, useWideFace, wideElements } from "../checkout/reader-fonts.js";
import { allPages, openAs, panel, usePanelInBrowser } from "./browsed-panel.js";

usePanelInBrowser(largeLetters);

test("no page is wider than 320 px with letters twice as large, in a wide face too", { timeout: 300_000 }, async () => {
  const found: string[] = [];
  for (const role of [undefined, ...userRoles]) {
    const { context, page } = await openAs(role, { width: 320, colorScheme: "light" });
    for (const { name, path, role: of } of allPages()) {
      if (of !== role) continue;
      await page.goto(`${panel.origin}${panel.prefix}${path}`);
      await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
      found.push(...(await wideElements(page)).map((one) => `${name} ${one}`));
      await useWideFace(page);
      found.push(...(await wideElements(page)).map((one) => `${name}, wide face, ${one}`));
    }
    await context.close();
  }
  expect(found).toEqual([]);
});
