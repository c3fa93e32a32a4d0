// Detects the features of the runtime. Rejects a browser, because a key in a page is public. Globals may be missing, throw, or belong
// to another realm: jsdom defines its own AbortController, which the runtime's fetch does not accept.
import { builtin } from "../../webhook-verifier/src/runtime.js";
import { refusal } from "./errors.js";

const field = (value: unknown, name: string): unknown => Object(value)[name];

/** A variable of the process's environment; `undefined` when it is empty, not set, or must not be read here. */
export function readEnvironment(name: string): string | undefined {
  try {
    const value = field(field(field(globalThis, "process"), "env"), name);
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  } catch {
    return undefined;
  }
}

/** @throws {UsageError} `BROWSER_REFUSED` */
export function refuseBrowser(allowBrowser: boolean): void {
  if (allowBrowser || !isBrowser()) return;
  throw refusal(
    "BROWSER_REFUSED",
    "A secret key must not be used in a browser. In tests with jsdom, pass allowBrowser: true.",
  );
}

function isBrowser(): boolean {
  // A worker of a page has no document; its user agent distinguishes it from a server's worker.
  return (
    field(field(globalThis, "window"), "document") !== undefined ||
    (typeof field(globalThis, "importScripts") === "function" && /^Mozilla/.test(platformName()))
  );
}

const platformName = (): string => String(field(field(globalThis, "navigator"), "userAgent") ?? "");

/** For example `Node.js/22`, `Bun/1.4.5`, `Cloudflare-Workers`; Node 20 has no navigator. */
export function runtimeName(): string {
  return platformName() || `Node.js/${builtinVersion("node") ?? "unknown"}`;
}

/** For example `undici`: "6.27.0" on Node.js 22. */
export const builtinVersion = (name: string): string | undefined => {
  const version = field(field(field(globalThis, "process"), "versions"), name);
  return typeof version === "string" ? version : undefined;
};

/** A UUIDv4; `undefined` where neither WebCrypto (jsdom's has no randomUUID) nor Node.js makes one. */
export function createUuid(): string | undefined {
  for (const source of [() => globalThis.crypto, () => builtin("node:crypto")]) {
    try {
      return (source() as typeof crypto).randomUUID(); // throws where it is missing
    } catch {
      // The next one may have it.
    }
  }
  return undefined;
}

const isAccepted = (init: RequestInit & { cache?: string }): boolean => {
  try {
    return new Request("http://localhost", init) !== undefined;
  } catch {
    return false;
  }
};

let cacheMode: boolean | undefined;

/** Workers of older compatibility dates throw on `cache`. */
export function takesCacheMode(): boolean {
  cacheMode ??= isAccepted({ cache: "no-store" });
  return cacheMode;
}

export interface Abort {
  /** `undefined` when this runtime has none that its fetch accepts: limits still apply, only the socket is not closed. */
  readonly signal: AbortSignal | undefined;
  abort(reason?: unknown): void;
}

type CreateAbort = () => Abort;

const noAbort: CreateAbort = () => ({ signal: undefined, abort: () => undefined });
/** Decided once for each class, because tests replace the globals. */
const makers = new WeakMap<object, CreateAbort>();

/** An AbortController whose signal the runtime's own fetch accepts. */
export function createAbort(): Abort {
  const given: unknown = globalThis.AbortController;
  if (typeof given !== "function") return chooseNative()();
  let make = makers.get(given);
  if (make === undefined) {
    const ordinary: CreateAbort = () => new AbortController();
    make =
      typeof Request !== "function" || isAccepted({ signal: ordinary().signal ?? null }) ? ordinary : chooseNative();
    makers.set(given, make);
  }
  return make();
}

function chooseNative(): CreateAbort {
  const make = field(builtin("node:util"), "transferableAbortController");
  return typeof make === "function" ? () => make() as AbortController : noAbort; // Node's own, even if the globals were replaced
}
