// GET /metrics for Prometheus, where a host has set a token. Without the token the path responds as an unknown one.
import { createHash, timingSafeEqual } from "node:crypto";
import { Refusal } from "../../domain/refusal.js";
import { readBearer } from "../authenticate.js";
import type { Endpoint } from "../call.js";

export function metricsEndpoint({ token, render }: { token: string; render(): Promise<string> }): Endpoint {
  const expected = digest(token);
  return {
    method: "GET",
    path: "/metrics",
    operation: undefined,
    steps: [
      async ({ ctx }) => {
        const given = readBearer(ctx.get("authorization"));
        if (given === undefined || !timingSafeEqual(digest(given), expected)) throw new Refusal("ROUTE_NOT_FOUND");
        const text = await render();
        ctx.status = 200;
        ctx.set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
        ctx.body = text;
      },
    ],
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
