// Wires the service, in this order: foundation (shared parts), background (work without requests), front (request handling), verbs.

import { createBackground } from "./compose/background.js";
import { requireUsableOptions } from "./compose/check-options.js";
import { createFoundation } from "./compose/foundation.js";
import { createFront } from "./compose/front.js";
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
  const { storage, listeners, adapterCalls } = foundation;
  const { scheduler } = background;

  async function start(): Promise<void> {
    await storage.open();
    await scheduler.start();
    background.watch.noteStart();
  }

  return {
    start,
    on: listeners.on,
    middleware: front.middleware,
    callback: front.callback,
    async listen(port, host = "127.0.0.1") {
      await start();
      return front.listen(port, host);
    },
    async runDue() {
      await storage.open();
      await scheduler.runDue();
      background.watch.noteRun();
    },
    metrics: background.renderMetrics,
    async backup(file, { onProgress = () => {} } = {}) {
      if (typeof file !== "string" || file === "") throw new Error("backup needs the name of a new file.");
      if (storage.backUp === undefined) {
        throw new Error("This storage is backed up with the tools of its database, such as pg_dump for PostgreSQL.");
      }
      return storage.backUp(file, onProgress);
    },
    async prune(how) {
      requireArguments(how, pruneArguments);
      const removed = await prune(foundation, how);
      if (how?.dryRun !== true) {
        await auditPrune(foundation, removed, foundation.hostActor);
        await storage.maintain();
      }
      return removed;
    },
    async reseal() {
      await storage.open();
      return reseal(foundation, foundation.hostActor);
    },
    inspect: () => inspectDeployment(foundation),
    async stop() {
      front.refuse();
      const endAdapterCalls = adapterCalls.stop(adapterGraceMs);
      await front.end();
      await scheduler.stop();
      await background.polling.settled();
      await listeners.settled(adapterGraceMs);
      endAdapterCalls();
      await background.sender.close();
      foundation.serviceMetrics.stop();
      await storage.close();
    },
    ...createVerbs({ ...foundation, ...background }),
  };
}
