// The same below koa-mount, which removes the prefix from the path before the service.
import { bodyParser } from "@koa/bodyparser";
import type { PaymentService } from "@payment-sessions/server-kit";
import Koa from "koa";
import mount from "koa-mount";

export function createMountedApp(service: PaymentService): Koa {
  const app = new Koa();
  app.use(bodyParser());
  app.use(mount("/payments-service", service.middleware()));
  app.use((ctx) => {
    if (ctx.path === "/") ctx.body = "The host's own page";
  });
  return app;
}
