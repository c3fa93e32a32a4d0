// Determines the path of a request below the base URL. Hosts mount the service in many ways: at their root, with a prefix of their own,
// nested, below frameworks that remove the prefix and behind proxies that already did.
import type { Context } from "koa";

export interface OwnPath {
  /** Relative to the base URL, with a leading slash. */
  path: string;
  /** Whether every path around it belongs to the service; false at the root of a host app, which has routes of its own. */
  isOwnSpace: boolean;
}

/** `basePath` is the path of the base URL, empty or without a trailing slash. Undefined: the request belongs to the host. */
export function findOwnPath(ctx: Context, basePath: string): OwnPath | undefined {
  const sent = pathAsSent(ctx);
  const cutPrefix = prefixCutOff(sent, ctx.path);
  if (basePath === "") return { path: ctx.path, isOwnSpace: cutPrefix !== "" };
  const below = pathBelow(sent, basePath);
  if (below !== undefined) return { path: below, isOwnSpace: true };
  // The host mounted the service below a prefix that the public URL does not have: a proxy rewrites it. A mount at only the beginning of
  // the service's prefix contains routes of the host as well.
  const isRewritten = cutPrefix !== "" && !basePath.startsWith(`${cutPrefix}/`);
  return isRewritten ? { path: pathBelow(ctx.path, basePath) ?? ctx.path, isOwnSpace: true } : undefined;
}

/** For a dedicated listener, where every request belongs to the service, whether or not a proxy has removed the prefix. */
export function ownPathOfListener(ctx: Context, basePath: string): string {
  return findOwnPath(ctx, basePath)?.path ?? ctx.path;
}

/** The path before koa-mount, Express or a Connect-style router shortened it. */
function pathAsSent(ctx: Context): string {
  // Express and similar frameworks set the field; it is read as unknown.
  const { originalUrl } = ctx.req as { originalUrl?: unknown };
  const target = typeof originalUrl === "string" ? originalUrl : ctx.originalUrl;
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "") || "/";
}

function prefixCutOff(sent: string, path: string): string {
  if (sent.endsWith(path)) return sent.slice(0, sent.length - path.length);
  return path === "/" ? sent : "";
}

/** The path below the prefix; undefined when it is not below it. */
function pathBelow(path: string, prefix: string): string | undefined {
  if (path === prefix) return "/";
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}
