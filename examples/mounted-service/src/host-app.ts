// A host's Koa app with its own body parser and routes, and the payment service below /payments-service.
import { bodyParser } from "@koa/bodyparser";
import type { PaymentService } from "@payment-sessions/server-kit";
import Koa from "koa";

export interface HostOptions {
  service: PaymentService;
  /** Called with the body that the host's own route received. */
  onNote: (note: unknown) => void;
}

/** The service handles the requests below the path of its base URL, /payments-service. */
export function createHostApp({ service, onNote }: HostOptions): Koa {
  const app = new Koa();
  // Before the service, as in most apps: the service accepts a body that was already parsed.
  app.use(bodyParser());
  app.use(service.middleware());
  app.use((ctx) => {
    if (ctx.method === "POST" && ctx.path === "/notes") {
      onNote(ctx.request.body);
      ctx.status = 204;
    } else if (ctx.path === "/") {
      ctx.body = "The host's own page";
    }
  });
  return app;
}
