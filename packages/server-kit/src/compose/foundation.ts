// Wires the parts that all others share: clock, random source, the opened storage with its vault, guarded adapters, logger.
import { createAdapterMetrics } from "../background/adapter-metrics.js";
import { createServiceMetrics } from "../background/service-metrics.js";
import type { Clock } from "../domain/clock.js";
import { environments as allEnvironments } from "../domain/environment.js";
import { createFailureLog } from "../domain/failure-log.js";
import { limits } from "../domain/generated/limits.js";
import { retentionOf } from "../domain/retention.js";
import { createVault, type Vault } from "../domain/vault.js";
import { requireSealingKeys } from "../flows/require-sealing-keys.js";
import { traceStorage } from "../flows/trace-storage.js";
import { createCheckoutAssets } from "../http/checkout/assets.js";
import { createProgressHub } from "../http/checkout/progress-hub.js";
import { resolveTheme } from "../http/checkout/theme.js";
import { keepCallers } from "../http/find-caller.js";
import { createLinks } from "../http/links.js";
import { createAdapterCalls } from "../outbound/adapter-calls.js";
import { guardLogger } from "../outbound/guarded-adapters.js";
import type { PaymentServiceOptions } from "../service-options.js";
import { watchEvents } from "../storage/watch-events.js";
import { createDefaultLogger } from "./default-logger.js";
import { allKeys, encryptionKeysOf } from "./encryption-keys.js";
import { createEventListeners } from "./event-listeners.js";
import { openOnFirstUse } from "./open-on-first-use.js";
import { providerClients } from "./provider-clients.js";
import { createRandomPool } from "./random-pool.js";

export type Foundation = ReturnType<typeof createFoundation>;

export function createFoundation(options: PaymentServiceOptions) {
  const clock = wholeMilliseconds(options.clock ?? Date, () => options.storage.instances?.time.offsetMs() ?? 0);
  const randomBytes = createRandomPool();
  const adapterMetrics = createAdapterMetrics({ calls: () => adapterCalls, meter: options.meter });
  const logger = guardLogger(options.logger ?? createDefaultLogger(), adapterMetrics.onLoggerFailure);
  const failures = createFailureLog({ clock, logger });
  const adapterCalls = createAdapterCalls({ clock, failures, onCall: adapterMetrics.onCall });
  const links = createLinks(options.baseUrl);
  const listeners = createEventListeners(logger);
  const serviceMetrics = createServiceMetrics({ storage: options.storage });
  const { opened, vault } = openWithVault(options, randomBytes);
  const { storage, findCaller } = keepCallers(
    watchEvents(traceStorage(opened, serviceMetrics.onUnitOfWork), {
      clock,
      isWanted: listeners.hasAny,
      emit: listeners.emit,
    }),
  );
  const progress = createProgressHub({
    read: (paymentIds) => storage.read((records) => records.payments.findMany(paymentIds)),
    onFailure: (error) => logger.warn({ err: error }, "payment progress could not be read"),
    pollIntervalMs: storage.instances === undefined ? 3000 : 1000,
  });
  storage.instances?.onChange((change) => {
    if (change === undefined) progress.notifyAll();
    for (const paymentId of change?.payments ?? []) progress.notify(paymentId);
  });
  const providerTimeoutMs = options.providerTimeoutMs ?? limits.providerTimeoutMs;
  const theme = resolveTheme(options.theme);
  return {
    /** The actor in the audit log for calls by the host. */
    hostActor: options.auditActor ?? "host",
    clock,
    random: options.random ?? Math.random,
    randomBytes,
    logger,
    failures,
    adapterCalls,
    adapterMetrics,
    serviceMetrics,
    listeners,
    links,
    storage,
    findCaller,
    vault,
    progress,
    theme,
    assets: createCheckoutAssets(theme),
    servicePrefix: options.servicePrefix ?? "ps",
    environments: options.environments ?? allEnvironments,
    isTestEligibilityEnforced: options.enforceTestEligibility ?? true,
    retention: retentionOf(options.retention),
    webhookUrlOptions: {
      allowHttp: options.webhooks?.allowHttp ?? false,
      allowPrivateNetwork: options.webhooks?.allowPrivateNetwork ?? false,
    },
    providerTimeoutMs,
    ...providerClients({ calls: adapterCalls, links, timeoutMs: providerTimeoutMs }, options),
  };
}

/** The vault exists once the storage is open, because the key may be stored in the database. Code that seals opens the storage first. */
function openWithVault(
  { storage, encryptionKey }: Pick<PaymentServiceOptions, "storage" | "encryptionKey">,
  randomBytes: ReturnType<typeof createRandomPool>,
) {
  const given = encryptionKeysOf(encryptionKey);
  let current: Vault | undefined;
  const opened = openOnFirstUse(storage, async (records) => {
    const opening = createVault(await allKeys(records, given, randomBytes), randomBytes);
    await requireSealingKeys(records, opening.keyIds, given !== undefined);
    current = opening;
  });
  function openVault(): Vault {
    if (current === undefined) throw new Error("The storage is not open yet.");
    return current;
  }
  const vault: Vault = {
    seal: (plain, purpose) => openVault().seal(plain, purpose),
    open: (sealed, purpose) => openVault().open(sealed, purpose),
    isCurrent: (sealed) => openVault().isCurrent(sealed),
    get keyIds() {
      return openVault().keyIds;
    },
  };
  return { opened, vault };
}

/** Whole milliseconds: clocks based on `performance.now()` have fractions. Instances use the time of their database. */
function wholeMilliseconds(clock: Clock, offsetMs: () => number): Clock {
  return { now: () => Math.floor(clock.now() + offsetMs()) };
}
