// A host's own Koa app with a body parser and routes of its own, and the payment service below /payments-service.
import { bodyParser } from "@koa/bodyparser";
import type { PaymentService } from "@payment-sessions/server-kit";
import Koa from "koa";

export interface HostOptions {
  service: PaymentService;
  /** Called with what the host's own route was sent. */
  onNote: (note: unknown) => void;
}

/** The service's base URL ends with /payments-service: by that it knows which requests are its own. */
export function createHostApp({ service, onNote }: HostOptions): Koa {
  const app = new Koa();
  // Stands before the service on purpose, as in most apps: the service copes with a body that was parsed already.
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
