// A store's own Koa app with the service mounted below a path, listening to what browsers report about the pages' policy.
import { createServer } from "node:http";
import Koa from "koa";
import mount from "koa-mount";
import { createPaymentService, type PaymentServiceOptions } from "../../src/index.js";
import { listen } from "../listen.js";
import { silentLogger } from "../silent-logger.js";
import { freshStorage } from "../storages.js";
import { account } from "./checkout-harness.js";

export const ownerPassword = "correct horse battery staple";
const prefix = "/shop/pay";

export type MountedStore = Awaited<ReturnType<typeof openMountedStore>>;

export async function openMountedStore(options: Partial<PaymentServiceOptions> = {}) {
  const app = new Koa();
  const server = createServer();
  const { url: origin, port, close } = await listen(server);
  const service = createPaymentService({
    baseUrl: origin + prefix,
    storage: freshStorage(),
    rateLimits: false,
    // Errors here are caused on purpose.
    logger: silentLogger,
    ...options,
  });

  /** What a browser blocked because of the content security policy: the directive and the page. */
  const stopped: string[] = [];
  app.use(async (ctx, next) => {
    if (ctx.path === "/reports") {
      let body = "";
      for await (const part of ctx.req) body += String(part);
      // What the standard has browsers send to a report-uri.
      const report = (JSON.parse(body) as { "csp-report": Record<string, string> })["csp-report"];
      stopped.push(`${report["effective-directive"] ?? report["violated-directive"]} on ${report["document-uri"]}`);
      ctx.status = 204;
      return;
    }
    await next();
    // The shipped policy stays in force; the second, report-only one makes the browser report what either of them blocks.
    const policy = ctx.response.get("content-security-policy");
    if (policy) ctx.set("Content-Security-Policy-Report-Only", `${policy}; report-uri /reports`);
  });
  app.use(async (ctx, next) => {
    if (ctx.path === "/thanks") ctx.body = "<!doctype html><title>Shop</title><h1>Thank you</h1><textarea></textarea>";
    else if (ctx.path === "/trap" && ctx.method === "POST") {
      ctx.status = 303;
      ctx.set("location", `http://localhost:${port}/thanks`);
    } else if (ctx.path === "/trap") {
      ctx.set("content-security-policy", "default-src 'none'; form-action 'self'");
      ctx.body =
        '<!doctype html><title>Trap</title><h1 style="color: red">Trap</h1><form method="post"><button>Go</button></form>';
    } else await next();
  });
  app.use(mount(prefix, service.middleware()));
  server.on("request", app.callback());

  const store = await service.stores.create({
    name: "Blumen Lila",
    kyc: "approved",
    verification: "approved",
    bankAccount: account,
    paymentMethods: { qr_pay: "live", open_bank_transfer: "live", card_processing: "live", bank_transfer: "live" },
  });
  const { merchantId } = store;
  const { secret } = await service.apiKeys.issue({ merchantId, environment: "test" });

  return {
    service,
    merchantId,
    origin,
    base: origin + prefix,
    stopped,
    async initialize(request: Record<string, unknown> = {}) {
      const response = await fetch(`${origin}${prefix}/payments/initialize`, {
        method: "POST",
        headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
        body: JSON.stringify({
          merchantId,
          amountCents: 1999,
          currency: "EUR",
          returnUrl: `${origin}/thanks?order=1`,
          ...request,
        }),
      });
      // What the contract promises for 200.
      const body = (await response.json()) as { paymentId: string; paymentUrl: string };
      if (response.status !== 200)
        throw new Error(`initialize responded with ${response.status}: ${JSON.stringify(body)}`);
      return body;
    },
    state: async (paymentId: string) => (await service.payments.get(paymentId))?.state,
    async stop() {
      await service.stop();
      await close();
    },
  };
}
