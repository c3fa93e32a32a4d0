// Wires everything that handles requests: API, checkout, panel and reference behind one mount, and the listening servers.
import type { RequestListener, Server, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import Koa from "koa";
import type { Logger } from "../domain/clock.js";
import { createTasksInFlight, type TasksInFlight } from "../domain/tasks-in-flight.js";
import { keptOrders } from "../flows/keep-orders.js";
import { createProxyNote } from "../flows/note-proxy.js";
import { sendRefusalPage } from "../http/checkout/refusal-page.js";
import { createEndpoints, type EndpointDependencies, type EndpointOptions } from "../http/endpoints.js";
import type { HostContext, HostMiddleware } from "../http/host-koa.js";
import { createMount } from "../http/mount.js";
import type { SignedInPerson } from "../http/panel/panel-dependencies.js";
import type { AdapterCalls } from "../outbound/adapter-calls.js";
import { guardOrderSource, guardSignIn } from "../outbound/guarded-adapters.js";
import type { PaymentServiceOptions } from "../service-options.js";
import type { Background } from "./background.js";
import type { Foundation } from "./foundation.js";
import { createListeningServer, isOfClient } from "./listen-options.js";
import { stopServers } from "./stop-servers.js";

export type Front = ReturnType<typeof createFront>;

export function createFront(foundation: Foundation, background: Background, options: PaymentServiceOptions) {
  const { clock, logger, links } = foundation;
  let isStopping = false;
  const isAccepting = () => !isStopping;
  const requests = createTasksInFlight();
  const servers = new Set<Server>();
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
      track: requests.track,
    },
    createEndpoints(
      endpointDependencies(foundation, background, { options, isAccepting, requests }),
      endpointOptions(foundation, background, options),
    ),
  );
  const callback = () => requestListener(mount.standalone, logger);

  return {
    // Koa calls it with its own context.
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
    /** From now on the response to requests is 503; `end` resolves when those in progress are completed. */
    refuse() {
      isStopping = true;
      foundation.progress.close();
    },
    end: () => stopServers(servers, { requests }),
  };
}

function endpointDependencies(
  foundation: Foundation,
  background: Background,
  {
    options,
    isAccepting,
    requests,
  }: { options: PaymentServiceOptions; isAccepting: () => boolean; requests: Pick<TasksInFlight, "track"> },
): EndpointDependencies {
  const { orders, deployment, openBanking } = options;
  const isLive = foundation.environments.includes("live");
  return {
    ...foundation,
    announce: background.announce,
    polling: background.polling,
    sender: background.sender,
    wake: background.wakeDeliveries,
    mayMail: background.mayMail,
    wakeMails: background.wakeAccountMails,
    runAfter: (response, work) => void requests.track(runAfter(response, work, foundation.logger)),
    orders: orders ? guardOrderSource(foundation.adapterCalls, orders) : keptOrders(foundation),
    isAccepting,
    startedAt: foundation.clock.now(),
    background: background.watch,
    deploymentName: deployment?.environment ?? (isLive ? "production" : "staging"),
    build: { commit: deployment?.commit, date: deployment?.date },
    openBankingProvider: (isLive ? openBanking?.live : foundation.providers.test)?.code,
  };
}

async function runAfter(response: ServerResponse, work: () => Promise<void>, logger: Logger): Promise<void> {
  // The work also runs when the client disconnects.
  await finished(response).catch(() => undefined);
  await work().catch((error: unknown) => logger.error({ err: error }, "the work after a response failed"));
}

function endpointOptions(
  { adapterCalls }: Foundation,
  { renderMetrics }: Background,
  { rateLimits, panel, metricsToken }: PaymentServiceOptions,
): EndpointOptions {
  return {
    rateLimits,
    panel: guardedPanel(adapterCalls, panel),
    metrics: metricsToken === undefined ? undefined : { token: metricsToken, render: renderMetrics },
  };
}

/** The handler of a service that is not mounted into a host's app. */
function requestListener(middleware: Koa.Middleware, logger: Logger): RequestListener {
  const app = new Koa();
  app.silent = true;
  app.on("error", (error: unknown) => {
    // Any client can cause these by sending half a request: no warning, and no stack.
    if (isOfClient(error)) logger.debug({ code: error.code }, "a client did not finish its request");
    else logger.warn({ err: error }, "response could not be sent");
  });
  app.use(middleware);
  return app.callback();
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
