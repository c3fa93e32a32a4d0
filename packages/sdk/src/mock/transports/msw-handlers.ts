// The mock as handlers for the test's own MSW server. MSW is loaded only here, and only when the handlers are used.
import nodeModule from "node:module";
import { isAbsolute, join } from "node:path";
import type { Engine } from "../engine/engine.js";
import { readRequest, toResponse } from "./mock-fetch.js";

/**
 * Handlers for `setupServer` of any version of MSW. Typed as `never`, which is assignable to each version's nominal handler class: the
 * SDK does not install MSW's types.
 */
export type MswHandlers = never[];

interface MswHttp {
  all(path: RegExp, resolve: (info: { request: Request }) => Promise<Response>): unknown;
}

/** @throws Error when MSW is not installed. */
export function createMswHandlers(engine: Engine, baseUrl: string): MswHandlers {
  const ours = new RegExp(`^${baseUrl.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}(?:$|[/?#])`);
  const handler = loadHttp().all(ours, async ({ request }) => {
    const outcome = await engine.handle(await readRequest(request, "msw"), baseUrl);
    // For an error response, MSW rejects the fetch.
    return outcome.kind === "dropped" ? Response.error() : toResponse(outcome, request.signal);
  });
  // MSW created it for its own servers; see the type.
  return [handler] as MswHandlers;
}

function loadHttp(): MswHttp {
  // By the default export: webpack follows a named import of createRequire, and warns about the dynamic path.
  const load = nodeModule.createRequire(resolveFrom());
  let found: string;
  try {
    found = load.resolve("msw");
  } catch (cause) {
    throw new Error("The mock's `handlers` need MSW: install `msw` (2.x or 3.x), or use `fetch` or `serve()`.", {
      cause,
    });
  }
  // `http` is MSW's public entry in all versions from 2 on.
  return (load(found) as { http: MswHttp }).http;
}

/** Where to resolve MSW from: this file, by `import.meta.url` or `__filename`, or the working directory in a bundle that has neither. */
function resolveFrom(): string {
  // A bundle may leave `import.meta` empty.
  return (import.meta as { url?: string }).url ?? ownFilename() ?? join(process.cwd(), "package.json");
}

/** Webpack replaces `__filename` even in ES modules, where the access throws. */
function ownFilename(): string | undefined {
  try {
    return typeof __filename === "string" && isAbsolute(__filename) ? __filename : undefined;
  } catch {
    return undefined;
  }
}
