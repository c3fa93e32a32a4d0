// A stylesheet or script of ours under an address that changes with its content: it may be kept for ever, by anybody, and holds nothing
// about anyone.
import { createHash } from "node:crypto";
import type { Endpoint } from "./call.js";

/** `path` is below the base path. */
export function staticAsset(name: string, type: "text/css" | "text/javascript", text: string): Endpoint {
  const body = Buffer.from(text);
  const version = createHash("sha256").update(body).digest("hex").slice(0, 16);
  return {
    method: "GET",
    path: `/assets/${version}/${name}`,
    operation: undefined,
    steps: [
      ({ ctx }) => {
        ctx.set("Cache-Control", "public, max-age=31536000, immutable");
        ctx.status = 200;
        ctx.type = `${type}; charset=utf-8`;
        ctx.body = body;
      },
    ],
  };
}
