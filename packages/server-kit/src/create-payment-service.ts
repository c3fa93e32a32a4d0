// Puts the service together: knows every part, decides nothing.
import type { RequestListener, Server } from "node:http";
import Koa from "koa";
import { accountMailsWorkName, createAccountMailsWork } from "./background/account-mails-work.js";
import { createAdapterMetrics } from "./background/adapter-metrics.js";
import { createBankAccountsWork } from "./background/bank-accounts-work.js";
import { createDeliveriesWork, deliveriesWorkName } from "./background/deliveries-work.js";
import { createDeliveryMetrics } from "./background/delivery-metrics.js";
import { createMailsWork, mailsWorkName } from "./background/mails-work.js";
import { createExpiryWork, createPollWork, createTidyWork } from "./background/payment-works.js";
import { createServiceMetrics } from "./background/service-metrics.js";
import { watchBackground } from "./background/watch-background.js";
import { createWorkScheduler } from "./background/work-scheduler.js";
import { requireUsableOptions } from "./compose/check-options.js";
import { createDefaultLogger } from "./compose/default-logger.js";
import { allKeys, encryptionKeysOf } from "./compose/encryption-keys.js";
import { endServers } from "./compose/end-servers.js";
import { createEventListeners } from "./compose/event-listeners.js";
import { createListeningServer, isOfClient } from "./compose/listen-options.js";
import { openOnFirstUse } from "./compose/open-on-first-use.js";
import { providerClients } from "./compose/provider-clients.js";
import { createRandomPool } from "./compose/random-pool.js";
import type { Clock } from "./domain/clock.js";
import { environments as allEnvironments } from "./domain/environment.js";
import { createFailureLog } from "./domain/failure-log.js";
import { limits } from "./domain/generated/limits.js";
import { retentionOf } from "./domain/retention.js";
import { createVault, type Vault } from "./domain/vault.js";
import { type ApplyEventDependencies, applyProviderEvent } from "./flows/apply-event.js";
import { cancelPayment, resolvePayment } from "./flows/decide-by-hand.js";
import { inspectDeployment } from "./flows/inspect-deployment.js";
import { keptOrders, listOrders, upsertOrder } from "./flows/keep-orders.js";
import { listDeliveries } from "./flows/list-deliveries.js";
import { listAlerts, resolveAlert } from "./flows/manage-alerts.js";
import { issueApiKey, listApiKeys, revokeApiKey } from "./flows/manage-api-keys.js";
import {
  announceWebhookSecret,
  createStore,
  deleteStore,
  setStoreDisabled,
  switchWebhookOff,
  switchWebhookOn,
  switchWebhookSecret,
  updateStore,
  viewOf,
} from "./flows/manage-stores.js";
import {
  createUser,
  deleteUser,
  listUsers,
  setUserDisabled,
  setUserPassword,
  setUserRole,
} from "./flows/manage-users.js";
import { createProxyNote } from "./flows/note-proxy.js";
import { inviteUser } from "./flows/password-links.js";
import { erasePersonalData, exportPersonalData } from "./flows/privacy.js";
import { prune } from "./flows/prune.js";
import { exportAudit, listAudit } from "./flows/read-audit.js";
import { listPayments, readPayment } from "./flows/read-payment.js";
import { readWebhookHistory } from "./flows/read-webhook-history.js";
import { receiveMoney } from "./flows/receive-money.js";
import { redeliverMany } from "./flows/redeliver-many.js";
import { redeliverWebhook } from "./flows/redeliver-webhook.js";
import { requireSealingKeys } from "./flows/require-sealing-keys.js";
import { reseal } from "./flows/reseal.js";
import { removeSecondFactor } from "./flows/second-factor.js";
import { setSecondFactorPolicy } from "./flows/second-factor-policy.js";
import { createSessionQuestions } from "./flows/session-questions.js";
import { simulateEvent } from "./flows/simulate-event.js";
import { assignEntry, putEntryAside, splitEntry } from "./flows/statements/decide-entry.js";
import { importStatement } from "./flows/statements/import-statement.js";
import { findColumnMap, setColumnMap } from "./flows/statements/keep-column-map.js";
import {
  listEntries,
  listStatements,
  listUnmatched,
  readStatementRecord,
  readTrail,
} from "./flows/statements/read-statements.js";
import { traceStorage } from "./flows/trace-storage.js";
import { verifyIntegration } from "./flows/verify-integration.js";
import { createCheckoutAssets } from "./http/checkout/assets.js";
import { createProgressHub } from "./http/checkout/progress-hub.js";
import { answerRefusalPage } from "./http/checkout/refusal-page.js";
import { resolveTheme } from "./http/checkout/theme.js";
import { createEndpoints } from "./http/endpoints.js";
import { keepCallers } from "./http/find-caller.js";
import type { HostContext, HostMiddleware } from "./http/host-koa.js";
import { createLinks } from "./http/links.js";
import { createMount } from "./http/mount.js";
import type { SignedInPerson } from "./http/panel/panel-dependencies.js";
import { createAdapterCalls } from "./outbound/adapter-calls.js";
import { guardLogger, guardMailer, guardOrderSource, guardSignIn } from "./outbound/guarded-adapters.js";
import { createWebhookSender } from "./outbound/webhook-sender.js";
import type { PaymentService } from "./payment-service.js";
import type { PaymentServiceOptions } from "./service-options.js";
import { watchEvents } from "./storage/watch-events.js";

/** What calls of a host's adapters get to end by themselves once the service stops. */
const adapterGraceMs = 2000;

/**
 * Creates a payment service. Nothing is opened before `start()`, `listen()` or the first call.
 *
 * @example
 * const service = createPaymentService({
 *   baseUrl: "http://127.0.0.1:8080",
 *   storage: sqliteStorage({ filename: "payments.db" }),
 * });
 * await service.listen(8080);
 *
 * @throws Error that names the option that is wrong and what would be right.
 */
export function createPaymentService(options: PaymentServiceOptions): PaymentService {
  requireUsableOptions(options);
  const hostActor = options.auditActor ?? "host";
  const clock = wholeMilliseconds(options.clock ?? Date, () => options.storage.instances?.time.offsetMs() ?? 0);
  const random = options.random ?? Math.random;
  const randomBytes = createRandomPool();
  const adapterMetrics = createAdapterMetrics({ calls: () => adapterCalls, meter: options.meter });
  const logger = guardLogger(options.logger ?? createDefaultLogger(), adapterMetrics.onLoggerFailure);
  const failures = createFailureLog({ clock, logger });
  const adapterCalls = createAdapterCalls({ clock, failures, onCall: adapterMetrics.onCall });
  const links = createLinks(options.baseUrl);
  const progress = createProgressHub({
    read: (paymentIds) => storage.read((records) => records.payments.findMany(paymentIds)),
    onFailure: (error) => logger.warn({ err: error }, "progress not read"),
    lookEveryMs: options.storage.instances === undefined ? 3000 : 1000,
  });
  const servicePrefix = options.servicePrefix ?? "ps";
  const environments = options.environments ?? allEnvironments;

  const givenKeys = encryptionKeysOf(options.encryptionKey);
  let vault: Vault | undefined;
  const listeners = createEventListeners(logger);
  const serviceMetrics = createServiceMetrics({ storage: options.storage });
  const openedStorage = openOnFirstUse(options.storage, async (opened) => {
    const opening = createVault(await allKeys(opened, givenKeys, randomBytes), randomBytes);
    await requireSealingKeys(opened, opening.keyIds, givenKeys !== undefined);
    vault = opening;
  });
  const { storage, findCaller } = keepCallers(
    watchEvents(traceStorage(openedStorage, serviceMetrics.onUnitOfWork), {
      isWanted: listeners.hasAny,
      tell: listeners.tell,
    }),
  );
  storage.instances?.hear((news) => {
    if (news === undefined) progress.notifyAll();
    for (const paymentId of news?.payments ?? []) progress.notify(paymentId);
  });
  /** Sealing happens inside calls that have opened the storage, and with it the vault. */
  const lateVault: Vault = {
    seal: (plain, purpose) => openVault().seal(plain, purpose),
    open: (sealed, purpose) => openVault().open(sealed, purpose),
    isCurrent: (sealed) => openVault().isCurrent(sealed),
    get keyIds() {
      return openVault().keyIds;
    },
  };
  function openVault(): Vault {
    if (vault === undefined) throw new Error("The storage is not open yet.");
    return vault;
  }

  const webhookUrlOptions = {
    allowHttp: options.webhooks?.allowHttp ?? false,
    allowPrivateNetwork: options.webhooks?.allowPrivateNetwork ?? false,
  };
  const providerTimeoutMs = options.providerTimeoutMs ?? limits.providerTimeoutMs;
  const theme = resolveTheme(options.theme);
  const dependencies = {
    storage,
    clock,
    random,
    randomBytes,
    logger,
    links,
    vault: lateVault,
    servicePrefix,
    environments,
    webhookUrlOptions,
    ...providerClients({ calls: adapterCalls, links, timeoutMs: providerTimeoutMs }, options),
    providerTimeoutMs,
    failures,
    isTestEligibilityEnforced: options.enforceTestEligibility ?? true,
    retention: retentionOf(options.retention),
    announce(paymentId: string) {
      scheduler.wake(deliveriesWorkName);
      progress.notify(paymentId);
      void storage.instances?.tell({ payments: [paymentId] });
    },
    progress,
    theme,
    assets: createCheckoutAssets(theme),
  } satisfies ApplyEventDependencies & Record<string, unknown>;

  const questions = createSessionQuestions(dependencies);
  const sender = createWebhookSender(webhookUrlOptions);
  const deliveries = createDeliveriesWork({
    ...dependencies,
    sender,
    timeoutMs: options.webhooks?.timeoutMs,
    onSent: (send) => metrics.onSent(send),
    onFailed: () => scheduler.wake(mailsWorkName),
  });
  const metrics = createDeliveryMetrics({
    storage,
    clock,
    sendingCount: () => deliveries.sendingCount(),
    meter: options.meter,
  });
  const mailer = options.mailer && guardMailer(adapterCalls, options.mailer);
  const mailFrom = options.mailFrom ?? `payments@${new URL(options.baseUrl).hostname}`;
  const scheduler = createWorkScheduler({
    clock,
    logger,
    instances: storage.instances,
    onLateness: metrics.onLateness,
    deliveries,
    works: [
      createMailsWork({
        ...dependencies,
        mailer,
        from: mailFrom,
        panelUrl: options.panel === false ? undefined : `${links.baseUrl}/panel`,
      }),
      createAccountMailsWork({ ...dependencies, mailer, from: mailFrom }),
      createBankAccountsWork(dependencies),
      createExpiryWork(dependencies),
      createPollWork({ storage, questions }),
      createTidyWork(dependencies),
    ],
  });

  const background = watchBackground({ clock, isShared: storage.instances !== undefined });
  let isStopping = false;
  const underWay = new Set<Promise<unknown>>();
  const servers = new Set<Server>();
  const mount = createMount(
    {
      clock,
      logger,
      randomBytes,
      basePath: links.basePath,
      trustedProxyHops: options.trustedProxyHops ?? 0,
      noteIgnoredForwarding: createProxyNote({ storage, clock, logger }),
      answerRefusalPage: (call, refusal) => answerRefusalPage(dependencies, call, refusal),
      isAccepting: () => !isStopping,
      onRequest: serviceMetrics.onRequest,
      track(work) {
        underWay.add(work);
        return work.finally(() => underWay.delete(work));
      },
    },
    createEndpoints(
      {
        ...dependencies,
        questions,
        findCaller,
        sender,
        wake: () => scheduler.wake(deliveriesWorkName),
        mayMail: mailer !== undefined,
        wakeMails: () => scheduler.wake(accountMailsWorkName),
        orders: options.orders ? guardOrderSource(adapterCalls, options.orders) : keptOrders(dependencies),
        isAccepting: () => !isStopping,
        startedAt: clock.now(),
        background,
        deploymentName: options.deployment?.environment ?? (environments.includes("live") ? "production" : "staging"),
        build: { commit: options.deployment?.commit, date: options.deployment?.date },
        openBankingProvider: (environments.includes("live") ? options.openBanking?.live : dependencies.providers.test)
          ?.code,
      },
      {
        rateLimits: options.rateLimits,
        panel: panelOptions(options.panel),
        metrics:
          options.metricsToken === undefined ? undefined : { token: options.metricsToken, render: renderMetrics },
      },
    ),
  );

  async function renderMetrics(): Promise<string> {
    await storage.open();
    return (await metrics.render()) + adapterMetrics.render() + (await serviceMetrics.render());
  }

  function panelOptions(panel: PaymentServiceOptions["panel"]) {
    if (panel === undefined || panel === false) return panel;
    const { signIn, isSignedIn } = panel;
    // Called as the host's method: it may look at `this`.
    return {
      ...panel,
      signIn: signIn && guardSignIn(adapterCalls, (ctx: HostContext, how) => signIn.call(panel, ctx, how)),
      isSignedIn:
        isSignedIn && guardSignIn(adapterCalls, (person: SignedInPerson, how) => isSignedIn.call(panel, person, how)),
    };
  }

  async function start(): Promise<void> {
    await storage.open();
    await scheduler.start();
    background.noteStart();
  }

  function callback(): RequestListener {
    const app = new Koa();
    app.silent = true;
    app.on("error", (error: unknown) => {
      // Whoever sends half a request causes these as often as they like: no warning, and no stack.
      if (isOfClient(error)) logger.debug({ code: error.code }, "a client did not finish its request");
      else logger.warn({ err: error }, "answer could not be sent");
    });
    app.use(mount.standalone);
    return app.callback();
  }

  return {
    start,
    on: listeners.on,
    // Sound: Koa is who calls it, with a context of its own.
    middleware: () => mount.middleware as HostMiddleware,
    callback,
    async listen(port, host = "127.0.0.1") {
      await start();
      const server = createListeningServer(callback(), options.listenOptions);
      servers.add(server);
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, resolve);
      });
      return server;
    },
    async runDue() {
      await storage.open();
      await scheduler.runDue();
      background.noteRun();
    },
    metrics: renderMetrics,
    async backup(file, { onProgress = () => {} } = {}) {
      if (typeof file !== "string" || file === "") throw new Error("backup needs the name of a new file.");
      if (storage.backUp === undefined) {
        throw new Error("This storage is backed up with the tools of its database, such as pg_dump for PostgreSQL.");
      }
      return storage.backUp(file, onProgress);
    },
    async prune(how) {
      const removed = await prune(dependencies, how);
      if (how?.dryRun !== true) await storage.maintain();
      return removed;
    },
    async reseal() {
      await storage.open();
      return reseal(dependencies, hostActor);
    },
    inspect: () => inspectDeployment(dependencies),
    async stop() {
      isStopping = true;
      progress.close();
      const endAdapterCalls = adapterCalls.stop(adapterGraceMs);
      await endServers(servers, { underWay });
      await scheduler.stop();
      await questions.settled();
      await listeners.settled(adapterGraceMs);
      endAdapterCalls();
      await sender.close();
      serviceMetrics.stop();
      await storage.close();
    },
    stores: {
      async create(input) {
        // Sealing comes before the first use of the storage, and needs the vault that opening it makes.
        await storage.open();
        return createStore(dependencies, input, hostActor);
      },
      update: (merchantId, input) => updateStore(dependencies, merchantId, input, hostActor),
      async get(merchantId) {
        const store = await storage.read((records) => records.stores.find(merchantId));
        return store && viewOf(store);
      },
      async list({ limit = 100, after } = {}) {
        return (await storage.read((records) => records.stores.list({ limit, after }))).map(viewOf);
      },
      async announceWebhookSecret(merchantId) {
        await storage.open();
        return announceWebhookSecret(dependencies, merchantId, hostActor);
      },
      switchWebhookSecret: (merchantId) => switchWebhookSecret(dependencies, merchantId, hostActor),
      disable: (merchantId) => setStoreDisabled(dependencies, merchantId, true, hostActor),
      async enable(merchantId) {
        await setStoreDisabled(dependencies, merchantId, false, hostActor);
        scheduler.wake(deliveriesWorkName);
      },
      delete: (merchantId) => deleteStore(dependencies, merchantId, hostActor),
    },
    apiKeys: {
      issue: (input) => issueApiKey(dependencies, input, hostActor),
      revoke: (id) => revokeApiKey(dependencies, id, hostActor),
      list: (merchantId) => listApiKeys(dependencies, merchantId),
    },
    payments: {
      get: (paymentId) => readPayment(dependencies, paymentId),
      list: (filter = {}) => listPayments(dependencies, filter),
      async recordProviderEvent(paymentId, event) {
        const result = await applyProviderEvent(dependencies, paymentId, event);
        if (result.kind === "not_found") throw new Error(`There is no payment ${paymentId}.`);
        return { accepted: result.kind !== "not_allowed", state: result.payment.state };
      },
      async simulate(paymentId, wanted) {
        const result = await simulateEvent(dependencies, paymentId, wanted);
        return { accepted: result.kind !== "not_allowed", state: result.payment.state };
      },
      cancel: (paymentId, decision) => cancelPayment(dependencies, paymentId, decision),
      resolve: (paymentId, decision) => resolvePayment(dependencies, paymentId, decision),
      receive: (paymentId, money) => receiveMoney(dependencies, paymentId, money),
    },
    statements: {
      async import(input) {
        // Sealing needs the vault that opening the storage makes.
        await storage.open();
        return importStatement(dependencies, input);
      },
      list: (merchantId, page = {}) => listStatements(dependencies, { merchantId, ...page }),
      get: (merchantId, statementId) => readStatementRecord(dependencies, merchantId, statementId),
      async entries(filter) {
        await storage.open();
        return listEntries(dependencies, filter);
      },
      async unmatched(merchantId, page) {
        await storage.open();
        return listUnmatched(dependencies, merchantId, page);
      },
      trail: (merchantId, statementId) => readTrail(dependencies, merchantId, statementId),
      assign: (entryId, paymentId, decision) => assignEntry(dependencies, entryId, paymentId, decision),
      split: (entryId, parts, decision) => splitEntry(dependencies, entryId, parts, decision),
      putAside: (entryId, decision) => putEntryAside(dependencies, entryId, decision),
      columnMap: (merchantId) => findColumnMap(dependencies, merchantId),
      setColumnMap: (merchantId, columnMap, { actor }) => setColumnMap(dependencies, merchantId, columnMap, actor),
    },
    alerts: {
      list: (filter = {}) => listAlerts(dependencies, filter),
      resolve: (alertId, decision) => resolveAlert(dependencies, alertId, decision),
    },
    privacy: {
      async export(buyer) {
        // Opening sealed data needs the vault that opening the storage makes.
        await storage.open();
        return exportPersonalData(dependencies, buyer, hostActor);
      },
      erase: (buyer) => erasePersonalData(dependencies, buyer, hostActor),
    },
    orders: {
      upsert: (merchantId, order) => upsertOrder(dependencies, merchantId, order),
      list: (merchantId, page) => listOrders(dependencies, merchantId, page),
    },
    webhooks: {
      history: (paymentId, page) => readWebhookHistory(dependencies, paymentId, page),
      async redeliver(deliveryId, how) {
        const wake = () => scheduler.wake(deliveriesWorkName);
        const queued = await redeliverWebhook({ ...dependencies, wake }, deliveryId, how);
        return { deliveryId: queued.deliveryId };
      },
      redeliverMany: (which) =>
        redeliverMany({ ...dependencies, wake: () => scheduler.wake(deliveriesWorkName) }, which),
      list: (filter = {}) => listDeliveries(dependencies, filter),
      switchOff: (merchantId, { reason, actor = hostActor }) =>
        switchWebhookOff(dependencies, merchantId, { reason, actor }),
      async switchOn(merchantId, { actor = hostActor } = {}) {
        const store = await switchWebhookOn(dependencies, merchantId, { actor });
        scheduler.wake(deliveriesWorkName);
        return store;
      },
      verifyIntegration: (merchantId) => verifyIntegration({ ...dependencies, sender }, merchantId),
    },
    audit: {
      list: (filter) => listAudit(dependencies, filter),
      export: (format, filter) => exportAudit(dependencies, format, filter),
    },
    users: {
      create: (input) => createUser(dependencies, input, hostActor),
      list: (merchantId) => listUsers(dependencies, merchantId),
      async disable(userId) {
        await setUserDisabled(dependencies, userId, true, hostActor);
      },
      async enable(userId) {
        await setUserDisabled(dependencies, userId, false, hostActor);
      },
      async invite(input) {
        await storage.open();
        const invited = await inviteUser(dependencies, input, hostActor);
        scheduler.wake(accountMailsWorkName);
        return invited;
      },
      delete: (userId) => deleteUser(dependencies, userId, hostActor),
      async resetSecondFactor(userId) {
        await removeSecondFactor(dependencies, userId, hostActor);
      },
      requireSecondFactor: (of) => setSecondFactorPolicy(dependencies, of, hostActor),
      setRole: (userId, role) => setUserRole(dependencies, userId, role, hostActor),
      setPassword: (userId, password) => setUserPassword(dependencies, userId, password, hostActor),
    },
  };
}

/** Clocks made of `performance.now()` have fractions; what is stored, compared and shown has none. Instances keep the time of their database. */
function wholeMilliseconds(clock: Clock, offsetMs: () => number): Clock {
  return { now: () => Math.floor(clock.now() + offsetMs()) };
}
