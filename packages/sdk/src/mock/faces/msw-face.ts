// The mock as handlers for the tester's own MSW server. MSW is asked for only here, and only when the handlers are.
import nodeModule from "node:module";
import { isAbsolute, join } from "node:path";
import type { Engine } from "../engine/engine.js";
import { readRequest, toResponse } from "./fetch-face.js";

/**
 * Handlers that fit `setupServer` of any version of MSW: its classes are nominal and its types are not installed with us, so that the
 * elements are typed as what may stand anywhere.
 */
export type MswHandlers = never[];

interface MswHttp {
  all(path: RegExp, resolve: (info: { request: Request }) => Promise<Response>): unknown;
}

/** @throws Error when MSW is not installed. */
export function createMswHandlers(engine: Engine, baseUrl: string): MswHandlers {
  const ours = new RegExp(`^${baseUrl.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}(?:$|[/?#])`);
  const handler = loadHttp().all(ours, async ({ request }) => {
    const outcome = await engine.answer(await readRequest(request, "msw"), baseUrl);
    // MSW makes a failed fetch of it.
    return outcome.kind === "dropped" ? Response.error() : toResponse(outcome, request.signal);
  });
  // Sound: MSW made it for its own servers; see the type.
  return [handler] as MswHandlers;
}

function loadHttp(): MswHttp {
  // By the default export: webpack follows the named one, and warns of an address that it cannot know.
  const load = nodeModule.createRequire(whereAmI());
  let found: string;
  try {
    found = load.resolve("msw");
  } catch (cause) {
    throw new Error("The mock's `handlers` need MSW: install `msw` (2.x or 3.x), or use `fetch` or `serve()`.", {
      cause,
    });
  }
  // Sound: `http` is MSW's public entry in all versions from 2 on.
  return (load(found) as { http: MswHttp }).http;
}

/** From where MSW is looked for: this file in either format; in a bundle, which may have neither name, from where the process was started. */
function whereAmI(): string {
  return (import.meta as { url?: string }).url ?? ownFilename() ?? join(process.cwd(), "package.json");
}

/** Webpack writes its own name for it, also where an ES module has none: then the access throws. */
function ownFilename(): string | undefined {
  try {
    return typeof __filename === "string" && isAbsolute(__filename) ? __filename : undefined;
  } catch {
    return undefined;
  }
}
