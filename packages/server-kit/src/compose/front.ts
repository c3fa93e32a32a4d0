// Wires everything that handles requests: API, checkout, panel and reference behind one mount, and the listening servers.
import type { RequestListener, Server } from "node:http";
import Koa from "koa";
import { keptOrders } from "../flows/keep-orders.js";
import { createProxyNote } from "../flows/note-proxy.js";
import { sendRefusalPage } from "../http/checkout/refusal-page.js";
import { createEndpoints } from "../http/endpoints.js";
import type { HostContext, HostMiddleware } from "../http/host-koa.js";
import { createMount } from "../http/mount.js";
import type { SignedInPerson } from "../http/panel/panel-dependencies.js";
import type { AdapterCalls } from "../outbound/adapter-calls.js";
import { guardOrderSource, guardSignIn } from "../outbound/guarded-adapters.js";
import type { PaymentServiceOptions } from "../service-options.js";
import type { Background } from "./background.js";
import { endServers } from "./end-servers.js";
import type { Foundation } from "./foundation.js";
import { createListeningServer, isOfClient } from "./listen-options.js";

export function createFront(foundation: Foundation, background: Background, options: PaymentServiceOptions) {
  const { clock, logger, links, environments, adapterCalls } = foundation;
  const dependencies = { ...foundation, announce: background.announce };
  let isStopping = false;
  const isAccepting = () => !isStopping;
  const underWay = new Set<Promise<unknown>>();
  const servers = new Set<Server>();
  const isLive = environments.includes("live");
  const mount = createMount(
    {
      clock,
      logger,
      randomBytes: foundation.randomBytes,
      basePath: links.basePath,
      trustedProxyHops: options.trustedProxyHops ?? 0,
      noteIgnoredForwarding: createProxyNote(foundation),
      sendRefusalPage: (call, refusal) => sendRefusalPage(foundation, call, refusal),
      isAccepting,
      onRequest: foundation.serviceMetrics.onRequest,
      track(work) {
        underWay.add(work);
        return work.finally(() => underWay.delete(work));
      },
    },
    createEndpoints(
      {
        ...dependencies,
        polling: background.polling,
        sender: background.sender,
        wake: background.wakeDeliveries,
        mayMail: background.mayMail,
        wakeMails: background.wakeAccountMails,
        orders: options.orders ? guardOrderSource(adapterCalls, options.orders) : keptOrders(foundation),
        isAccepting,
        startedAt: clock.now(),
        background: background.watch,
        deploymentName: options.deployment?.environment ?? (isLive ? "production" : "staging"),
        build: { commit: options.deployment?.commit, date: options.deployment?.date },
        openBankingProvider: (isLive ? options.openBanking?.live : foundation.providers.test)?.code,
      },
      {
        rateLimits: options.rateLimits,
        panel: guardedPanel(adapterCalls, options.panel),
        metrics:
          options.metricsToken === undefined
            ? undefined
            : { token: options.metricsToken, render: background.renderMetrics },
      },
    ),
  );

  function callback(): RequestListener {
    const app = new Koa();
    app.silent = true;
    app.on("error", (error: unknown) => {
      // Any client can cause these by sending half a request: no warning, and no stack.
      if (isOfClient(error)) logger.debug({ code: error.code }, "a client did not finish its request");
      else logger.warn({ err: error }, "response could not be sent");
    });
    app.use(mount.standalone);
    return app.callback();
  }

  return {
    // Sound: Koa calls it with its own context.
    middleware: () => mount.middleware as HostMiddleware,
    callback,
    async listen(port: number, host: string): Promise<Server> {
      const server = createListeningServer(callback(), options.listenOptions);
      servers.add(server);
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, resolve);
      });
      return server;
    },
    /** From now on requests get 503; `end` resolves when those in progress are completed. */
    refuse() {
      isStopping = true;
      foundation.progress.close();
    },
    end: () => endServers(servers, { underWay }),
  };
}

/** The host's sign-in with a deadline, called as a method, because it may use `this`. */
function guardedPanel(calls: AdapterCalls, panel: PaymentServiceOptions["panel"]) {
  if (panel === undefined || panel === false) return panel;
  const { signIn, isSignedIn } = panel;
  return {
    ...panel,
    signIn: signIn && guardSignIn(calls, (ctx: HostContext, how) => signIn.call(panel, ctx, how)),
    isSignedIn: isSignedIn && guardSignIn(calls, (person: SignedInPerson, how) => isSignedIn.call(panel, person, how)),
  };
}
