// A host's Koa app in shapes of our own: hosts without Koa need none of its types, and every version of them fits.
import type { IncomingMessage, ServerResponse } from "node:http";

/** As much of Koa's context as a host needs here; annotate the parameter with your own context type for what your app adds to it. */
export interface HostContext {
  req: IncomingMessage;
  res: ServerResponse;
  /** A request header, empty when it was not sent. */
  get(field: string): string;
  cookies: { get(name: string): string | undefined };
  state: Record<string, unknown>;
}

/** For `app.use()` of Koa 2 and 3, and for koa-mount. */
export type HostMiddleware = (ctx: HostContext, next: () => Promise<unknown>) => Promise<unknown>;
