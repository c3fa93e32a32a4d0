// Where does this code run? A browser is refused, because a key in a page belongs to everybody.
import { UsageError } from "./errors.js";

const global = (name: string): unknown => Reflect.get(globalThis, name);
const field = (value: unknown, name: string): unknown =>
  (typeof value === "object" || typeof value === "function") && value !== null ? Reflect.get(value, name) : undefined;

/** @throws {UsageError} `BROWSER_REFUSED` */
export function refuseBrowser(allowBrowser: boolean): void {
  if (allowBrowser || !isBrowser()) return;
  throw new UsageError(
    "This client holds a secret key and must not run in a browser; call it from your server. In a test environment that imitates a browser, pass allowBrowser: true.",
    { code: "BROWSER_REFUSED" },
  );
}

function isBrowser(): boolean {
  if (field(global("window"), "document") !== undefined) return true;
  // A worker of a page has neither window nor document, and none of the servers' own marks.
  return typeof global("importScripts") === "function" && runtimeName() === "unknown";
}

/** For example `node/20.19.0`. */
export function runtimeName(): string {
  const bun = field(global("Bun"), "version");
  if (typeof bun === "string") return `bun/${bun}`;
  const deno = field(field(global("Deno"), "version"), "deno");
  if (typeof deno === "string") return `deno/${deno}`;
  if (field(global("navigator"), "userAgent") === "Cloudflare-Workers") return "workers";
  const node = field(field(global("process"), "versions"), "node");
  return typeof node === "string" ? `node/${node}` : "unknown";
}
