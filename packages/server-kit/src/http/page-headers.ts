// Security headers of every HTML page: nothing from other origins but the named images, no framing, no referrer, no caching.
import type { Context } from "koa";

export interface PageHeaderFacts {
  /** Starts with https on a deployment that may handle real money. */
  baseUrl: string;
  /** URLs of the page's external images; `data:` ones need no entry. */
  images: readonly (string | undefined)[];
}

export function setPageHeaders(ctx: Context, { baseUrl, images }: PageHeaderFacts): void {
  ctx.set("Content-Security-Policy", contentPolicy(images));
  ctx.set("X-Frame-Options", "DENY");
  ctx.set("Referrer-Policy", "no-referrer");
  ctx.set("X-Robots-Tag", "noindex, nofollow");
  ctx.set("X-Content-Type-Options", "nosniff");
  ctx.set("Cross-Origin-Opener-Policy", "same-origin");
  ctx.set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()");
  ctx.set("Cache-Control", "no-store");
  ctx.append("Vary", "Accept-Language, Cookie");
  if (baseUrl.startsWith("https://")) ctx.set("Strict-Transport-Security", "max-age=31536000");
}

function contentPolicy(images: PageHeaderFacts["images"]): string {
  const imageOrigins = images.flatMap((image) => (image?.startsWith("https://") ? [new URL(image).origin] : []));
  const imageSources = ["img-src 'self' data:", ...new Set(imageOrigins)].join(" ");
  return `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; ${imageSources}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
}

/** Redirects with GET, whatever the request's method: a reload or the back button never submits twice. */
export function seeOther(ctx: Context, location: string): void {
  ctx.status = 303;
  ctx.set("Location", location);
  ctx.type = "text/plain";
  ctx.body = "See the address in the Location header.";
}
