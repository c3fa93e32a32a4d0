// The ways in which a host serves the kit: alone, or inside the host's own app. Each returns an address and a
// way to close it.
import { createServer, type Server } from "node:http";
import express from "express";
import Koa from "koa";
import mount from "koa-mount";
import type { PaymentService } from "../../src/index.js";

export interface Host {
  /** Path of the base URL. */
  basePath: string;
  /** Resolves with the server once it listens on the port. */
  serve(service: PaymentService, port: number): Promise<{ close(): Promise<void> }>;
  /** Whether the server stays open while the service stops. */
  outlivesService: boolean;
}

export const standalone: Host = {
  basePath: "",
  outlivesService: false,
  async serve(service, port) {
    await service.listen(port);
    return { close: async () => undefined };
  },
};

export const bareHttp: Host = onServer("", (service) => createServer(service.callback()));

export const koaByPrefix: Host = onServer("/pay", (service) => {
  const app = new Koa();
  app.use(service.middleware());
  app.use(hostResponse);
  return createServer(app.callback());
});

export const koaRoot: Host = onServer("", (service) => {
  const app = new Koa();
  app.use(service.middleware());
  return createServer(app.callback());
});

export const koaMounted: Host = onServer("/pay", (service) => {
  const app = new Koa();
  app.use(mount("/pay", service.middleware()));
  app.use(hostResponse);
  return createServer(app.callback());
});

export const koaMountedTwice: Host = onServer("/api/pay", (service) => {
  const inner = new Koa();
  inner.use(mount("/pay", service.middleware()));
  const app = new Koa();
  app.use(mount("/api", inner));
  app.use(hostResponse);
  return createServer(app.callback());
});

export const koaPrefixInsideMount: Host = onServer("/api/pay", (service) => {
  const app = new Koa();
  app.use(mount("/api", service.middleware()));
  app.use(hostResponse);
  return createServer(app.callback());
});

export const expressBelow: Host = onServer("/pay", (service) => {
  const app = express();
  app.use("/pay", service.callback());
  app.use((_request, response) => void response.status(200).send("host"));
  return createServer(app);
});

function hostResponse(ctx: Koa.Context): void {
  ctx.body = "host";
}

function onServer(basePath: string, create: (service: PaymentService) => Server): Host {
  return {
    basePath,
    outlivesService: true,
    async serve(service, port) {
      const server = create(service);
      await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
      return {
        close: () =>
          new Promise((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
          }),
      };
    },
  };
}
