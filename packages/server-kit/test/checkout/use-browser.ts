// One browser for the tests of a file; what a test opened in it or beside it is closed after that test.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { launchBrowser } from "./browser.js";

export interface SharedBrowser {
  /** Only within a test. */
  browser(): Browser;
  /** Closes after the test, the last first. */
  closeAfterTest(close: () => unknown): void;
}

export function useBrowser(switches?: readonly string[]): SharedBrowser {
  let browser: Browser | undefined;
  const closers: (() => unknown)[] = [];
  beforeAll(async () => {
    browser = await launchBrowser(switches);
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
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
    closeAfterTest(close) {
      closers.push(close);
    },
  };
}
