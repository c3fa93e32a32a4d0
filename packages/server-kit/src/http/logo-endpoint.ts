// Serves the logos that stores have uploaded. The URL identifies the content, so that any cache may keep it; it contains nothing about a
// buyer.
import { Refusal } from "../domain/refusal.js";
import { findLogo } from "../flows/store-logo.js";
import type { Storage } from "../storage/port.js";
import type { Endpoint } from "./call.js";

export function logoEndpoint(dependencies: { storage: Storage }): Endpoint {
  return {
    method: "GET",
    path: "/logos/:merchantId/:fileName",
    operation: undefined,
    steps: [
      async ({ ctx, params: { merchantId = "", fileName = "" } }) => {
        const logo = await findLogo(dependencies, merchantId, fileName);
        if (logo === undefined) throw new Refusal("ROUTE_NOT_FOUND");
        ctx.status = 200;
        ctx.type = logo.mediaType;
        ctx.set("Cache-Control", "public, max-age=31536000, immutable");
        ctx.set("X-Content-Type-Options", "nosniff");
        ctx.set("Content-Security-Policy", "default-src 'none'; sandbox");
        // Merchants show it on their own sites (`shop.logo` of an order).
        ctx.set("Cross-Origin-Resource-Policy", "cross-origin");
        ctx.body = Buffer.from(logo.bytes);
      },
    ],
  };
}
