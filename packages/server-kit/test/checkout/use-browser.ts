// One browser for the tests of a file.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "./browser.js";

export interface SharedBrowser {
  /** Only within a test. */
  browser(): Browser;
}

export function useBrowser(switches?: readonly string[]): SharedBrowser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchBrowser(switches);
  });
  afterAll(async () => {
    await browser?.close();
    browser = undefined;
  });
  return {
    browser() {
      if (browser === undefined) throw new Error("The browser is open during the tests of the file only.");
      return browser;
    },
  };
}
