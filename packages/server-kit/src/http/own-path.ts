// Where does a request stand below our base URL? Hosts mount the service in many ways: at their root, by a prefix of their own, nested,
// below frameworks that cut the prefix off and below proxies that did so before.
import type { Context } from "koa";

export interface OwnPath {
  /** Below the base URL, beginning with a slash. */
  path: string;
  /** Whether everything around it is ours too; false at the root of a host app, whose own routes stand beside ours. */
  isOwnSpace: boolean;
}

/** `basePath` is the path of the base URL, empty or without a slash at the end. Undefined: the request is the host's. */
export function findOwnPath(ctx: Context, basePath: string): OwnPath | undefined {
  const sent = pathAsSent(ctx);
  const cutPrefix = prefixCutOff(sent, ctx.path);
  if (basePath === "") return { path: ctx.path, isOwnSpace: cutPrefix !== "" };
  const below = pathBelow(sent, basePath);
  if (below !== undefined) return { path: below, isOwnSpace: true };
  // The host mounted us below a prefix that the public address does not have: a proxy rewrites it. A mount that is only the
  // beginning of our own prefix holds routes of the host as well.
  const isRewritten = cutPrefix !== "" && !basePath.startsWith(`${cutPrefix}/`);
  return isRewritten ? { path: pathBelow(ctx.path, basePath) ?? ctx.path, isOwnSpace: true } : undefined;
}

/** For a listener of its own, where everything that arrives is ours, whether or not a proxy has cut the prefix off. */
export function ownPathOfListener(ctx: Context, basePath: string): string {
  return findOwnPath(ctx, basePath)?.path ?? ctx.path;
}

/** Before koa-mount, Express or a router of Connect's kind shortened it. */
function pathAsSent(ctx: Context): string {
  // Sound: Express and its kin set the field; it is looked at as unknown.
  const { originalUrl } = ctx.req as { originalUrl?: unknown };
  const target = typeof originalUrl === "string" ? originalUrl : ctx.originalUrl;
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "") || "/";
}

function prefixCutOff(sent: string, path: string): string {
  if (sent.endsWith(path)) return sent.slice(0, sent.length - path.length);
  return path === "/" ? sent : "";
}

/** The path below the prefix, or undefined when it is not below it. */
function pathBelow(path: string, prefix: string): string | undefined {
  if (path === prefix) return "/";
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}
