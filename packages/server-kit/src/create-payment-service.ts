// Wires the service, in this order: foundation (shared parts), background (work without requests), front (request handling), verbs.
import { createRunningServices, listRunningServices } from "./background/running-services.js";
import { type Background, createBackground } from "./compose/background.js";
import { requireUsableOptions } from "./compose/check-options.js";
import { createFoundation, type Foundation } from "./compose/foundation.js";
import { createFront, type Front } from "./compose/front.js";
import { pruneArguments } from "./compose/verb-arguments.js";
import { createVerbs } from "./compose/verbs.js";
import { requireArguments } from "./domain/known-arguments.js";
import { inspectDeployment } from "./flows/inspect-deployment.js";
import { auditPrune, prune } from "./flows/prune.js";
import { reseal } from "./flows/reseal.js";
import type { PaymentService } from "./payment-service.js";
import type { PaymentServiceOptions } from "./service-options.js";

/** Time for adapter calls in flight once the service stops. */
const adapterGraceMs = 2000;

/**
 * Creates a payment service. No database or port is opened before `start()`, `listen()` or the first call.
 *
 * @example
 * const service = createPaymentService({
 *   baseUrl: "http://127.0.0.1:8080",
 *   storage: sqliteStorage({ filename: "payments.db" }),
 * });
 * await service.listen(8080);
 *
 * @throws Error that names the first invalid option and what would be valid.
 */
export function createPaymentService(options: PaymentServiceOptions): PaymentService {
  requireUsableOptions(options);
  const foundation = createFoundation(options);
  const background = createBackground(foundation, options);
  const front = createFront(foundation, background, options);
  return {
    ...lifecycleVerbs(foundation, background, front),
    on: foundation.listeners.on,
    middleware: front.middleware,
    callback: front.callback,
    metrics: background.renderMetrics,
    ...databaseVerbs(foundation),
    ...createVerbs({ ...foundation, ...background }),
  };
}

function lifecycleVerbs(
  { storage, listeners, adapterCalls, serviceMetrics, ...rest }: Foundation,
  { scheduler, watch, polling, sender }: Background,
  front: Front,
): Pick<PaymentService, "start" | "listen" | "runDue" | "stop"> {
  const running = createRunningServices({ storage, ...rest });
  async function start(): Promise<void> {
    await storage.open();
    await running.noteStart();
    await scheduler.start();
    watch.noteStart();
  }
  return {
    start,
    async listen(port, host = "127.0.0.1") {
      await start();
      return front.listen(port, host);
    },
    async runDue() {
      await storage.open();
      await scheduler.runDue();
      watch.noteRun();
    },
    async stop() {
      front.refuse();
      const endAdapterCalls = adapterCalls.stop(adapterGraceMs);
      await front.end();
      await scheduler.stop();
      await polling.settled();
      await listeners.settled(adapterGraceMs);
      endAdapterCalls();
      sender.close();
      serviceMetrics.stop();
      await running.noteStop();
      await storage.close();
    },
  };
}

function databaseVerbs(foundation: Foundation): Pick<PaymentService, "backup" | "prune" | "reseal" | "inspect"> {
  const { storage, hostActor } = foundation;
  return {
    async backup(file, { onProgress = () => {} } = {}) {
      if (typeof file !== "string" || file === "") throw new Error("backup needs the name of a new file.");
      if (storage.backUp === undefined) {
        throw new Error("This storage is backed up with the tools of its database, such as pg_dump for PostgreSQL.");
      }
      return storage.backUp(file, onProgress);
    },
    async prune(input) {
      requireArguments(input, pruneArguments);
      const removed = await prune(foundation, input);
      if (input?.dryRun !== true) {
        await auditPrune(foundation, removed, hostActor);
        await storage.maintain();
      }
      return removed;
    },
    async reseal() {
      await storage.open();
      return reseal(foundation, hostActor);
    },
    async inspect() {
      const facts = await inspectDeployment(foundation);
      return { ...facts, runningServices: await listRunningServices(storage) };
    },
  };
}
