// A stylesheet or script at a path that changes with its content: any cache may keep it indefinitely, and it contains no personal data.
import { createHash } from "node:crypto";
import type { Endpoint } from "./call.js";

/** `path` is relative to the base path. */
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
