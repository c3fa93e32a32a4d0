// Finds an installed Chromium and WebKit. Only the browser tests need them.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** Path of a Chromium or Chrome, or undefined. The environment variable CHROMIUM_PATH takes precedence. */
export function findBrowser(environment = process.env, platform = process.platform) {
  if (environment.CHROMIUM_PATH) return existsSync(environment.CHROMIUM_PATH) ? environment.CHROMIUM_PATH : undefined;
  const suffix = platform === "win32" ? ".exe" : "";
  const onPath = (environment.PATH ?? environment.Path ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) => names.map((name) => join(folder, name + suffix)));
  return ["/usr/bin/chromium", ...onPath, ...usualPlaces(environment, platform)].find((path) => existsSync(path));
}

function usualPlaces(environment, platform) {
  if (platform === "darwin") {
    return ["", environment.HOME ?? ""].flatMap((home) => [
      `${home}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
      `${home}/Applications/Chromium.app/Contents/MacOS/Chromium`,
    ]);
  }
  if (platform === "win32") {
    return [environment.PROGRAMFILES, environment["PROGRAMFILES(X86)"], environment.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => [
        join(folder, "Google", "Chrome", "Application", "chrome.exe"),
        join(folder, "Chromium", "Application", "chrome.exe"),
      ]);
  }
  return [];
}

export const howToGetABrowser =
  "Install Chromium (Debian and Ubuntu: apt-get install chromium; macOS: brew install --cask chromium; Windows: winget install Google.Chrome) or set CHROMIUM_PATH to one.";

/**
 * Path of WebKitGTK's WebDriver, or undefined. It needs a display, an existing one or Xvfb's.
 * WEBKIT_DRIVER_PATH takes precedence.
 */
export function findWebkit(environment = process.env, platform = process.platform) {
  if (platform !== "linux") return undefined;
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const hasDisplay = Boolean(environment.DISPLAY) || folders.some((folder) => existsSync(join(folder, "Xvfb")));
  if (!hasDisplay) return undefined;
  const places = environment.WEBKIT_DRIVER_PATH
    ? [environment.WEBKIT_DRIVER_PATH]
    : ["/usr/bin", ...folders].map((folder) => join(folder, "WebKitWebDriver"));
  return places.find((path) => existsSync(path));
}

export const howToGetWebkit =
  "On Debian and Ubuntu: apt-get install webkit2gtk-driver xvfb (or set WEBKIT_DRIVER_PATH to a WebKitWebDriver). Elsewhere CI runs them.";
