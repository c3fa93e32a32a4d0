// Where does this code run? A browser is refused, because a key in a page belongs to everybody.
import { refusal } from "./errors.js";

const field = (value: unknown, name: string): unknown => Object(value)[name];

/** @throws {UsageError} `BROWSER_REFUSED` */
export function refuseBrowser(allowBrowser: boolean): void {
  if (allowBrowser || !isBrowser()) return;
  throw refusal(
    "BROWSER_REFUSED",
    "A secret key must not be used in a browser; tests in an imitated one pass allowBrowser.",
  );
}

function isBrowser(): boolean {
  // A worker of a page has no document; it is told from a server's worker by how the platform calls itself.
  return (
    field(field(globalThis, "window"), "document") !== undefined ||
    (typeof field(globalThis, "importScripts") === "function" && /^Mozilla/.test(platformName()))
  );
}

const platformName = (): string => String(field(field(globalThis, "navigator"), "userAgent") ?? "");

/** For example `Node.js/22`, `Bun/1.4.5`, `Cloudflare-Workers`; Node 20 does not yet say its name. */
export function runtimeName(): string {
  return platformName() || `Node.js/${field(field(field(globalThis, "process"), "versions"), "node") ?? "unknown"}`;
}
