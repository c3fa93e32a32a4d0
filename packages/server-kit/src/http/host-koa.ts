// Structural types for a host's Koa app: hosts without Koa do not need its types, and every Koa version is compatible.
import type { IncomingMessage, ServerResponse } from "node:http";

/** The part of Koa's context that a host needs here; annotate the parameter with your own context type for what your app adds to it. */
export interface HostContext {
  req: IncomingMessage;
  res: ServerResponse;
  /** A request header; empty when it was not sent. */
  get(field: string): string;
  cookies: { get(name: string): string | undefined };
  state: Record<string, unknown>;
}

/** For `app.use()` of Koa 2 and 3, and for koa-mount. */
export type HostMiddleware = (ctx: HostContext, next: () => Promise<unknown>) => Promise<unknown>;
