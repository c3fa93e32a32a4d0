// Composes the service's own rules, flows and API endpoints for a mock, on storage in memory, a virtual clock and the sandbox bank. The
// mock's responses equal the service's because they come from the same code.
import type { Clock, Logger } from "../../../server-kit/src/domain/clock.js";
import { environments as allEnvironments, type Environment } from "../../../server-kit/src/domain/environment.js";
import { createFailureLog } from "../../../server-kit/src/domain/failure-log.js";
import { retentionOf } from "../../../server-kit/src/domain/retention.js";
import { createVault } from "../../../server-kit/src/domain/vault.js";
import { keptOrders } from "../../../server-kit/src/flows/keep-orders.js";
import { createSessionPolling } from "../../../server-kit/src/flows/session-polling.js";
import { createApiEndpoints } from "../../../server-kit/src/http/api-endpoints.js";
import type { Endpoint } from "../../../server-kit/src/http/call.js";
import { readCaller } from "../../../server-kit/src/http/find-caller.js";
import { createLinks, type Links } from "../../../server-kit/src/http/links.js";
import { createMount } from "../../../server-kit/src/http/mount.js";
import type { RateLimitChoice } from "../../../server-kit/src/http/rate-limit-names.js";
import { createRateLimiter } from "../../../server-kit/src/http/rate-limits.js";
import { type AdapterCalls, createAdapterCalls } from "../../../server-kit/src/outbound/adapter-calls.js";
import {
  type BankClient,
  bankClient,
  type CardPageClient,
  cardPageClient,
} from "../../../server-kit/src/outbound/provider-client.js";
import { sandboxProvider } from "../../../server-kit/src/outbound/sandbox-provider.js";
import type { MemoryStorage } from "../../../server-kit/src/storage/memory/memory-storage.js";
import { platformRandom, type RandomSource } from "./random-source.js";

export interface ServiceSettings {
  baseUrl: string;
  environments?: readonly Environment[] | undefined;
  /** The contract's limits with `true`, others by operation id; off when left out. */
  rateLimits?: boolean | Exclude<RateLimitChoice, false> | undefined;
  enforceTestEligibility?: boolean | undefined;
  /** How long opening a bank session may take, in real milliseconds. The magic amount 1013 hangs for as long. Default 50. */
  providerTimeoutMs?: number | undefined;
  /** False: this deployment has no bank for live payments, so that direct ones are refused. Default true. */
  hasLiveBank?: boolean | undefined;
  /** As in the server kit: how many entries of X-Forwarded-For count. Default 0. */
  trustedProxyHops?: number | undefined;
  /** Shown by GET /version and GET /health; `environment` is `mock` when left out. */
  deployment?: { environment?: string; commit?: string; date?: string } | undefined;
  /** Pino's shape; nothing is logged without it. */
  logger?: Logger | undefined;
}

export interface ServiceParts {
  storage: MemoryStorage;
  clock: Clock;
  randomSource: RandomSource;
  /** Called after a payment changed: deliveries may be due. */
  announce(): void;
  /** Waits in real time between polls for a webhook listener; rejects when the mock is stopped. */
  pause(ms: number): Promise<void>;
}

export interface ComposedService {
  dependencies: ReturnType<typeof createDependencies>;
  /** The service's mount, with links that begin with this base URL. */
  mountAt(baseUrl: string, wrap: (endpoints: Endpoint[]) => Endpoint[]): ReturnType<typeof createMount>;
}

const defaultProviderTimeoutMs = 50;
const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

export function composeService(settings: ServiceSettings, parts: ServiceParts): ComposedService {
  const dependencies = createDependencies(settings, parts);
  const { storage, clock } = parts;
  const limiter = createRateLimiter({ storage, clock });
  const orders = keptOrders({ storage });
  const startedAt = clock.now();

  return {
    dependencies,
    mountAt(baseUrl, wrap) {
      const links = createLinks(baseUrl);
      const providers = providersFor(dependencies.calls, links, settings);
      const isAccepting = () => true;
      const endpoints = createApiEndpoints(
        {
          ...dependencies,
          links,
          providers,
          cardPages: cardPagesFor(dependencies.calls, links, settings),
          limiter,
          listening: parts,
          findCaller: readCaller(storage),
          orders,
          findSessionUser: undefined,
          isAccepting,
          background: { state: () => "running", isMissing: async () => false },
          startedAt,
          deploymentName: settings.deployment?.environment ?? "mock",
          build: { commit: settings.deployment?.commit, date: settings.deployment?.date },
          openBankingProvider: (dependencies.environments.includes("live") ? providers.live : providers.test)?.code,
        },
        chosenLimits(settings.rateLimits),
      );
      const { logger, randomBytes } = dependencies;
      return createMount(
        {
          clock,
          logger,
          randomBytes,
          basePath: links.basePath,
          trustedProxyHops: settings.trustedProxyHops ?? 0,
          noteIgnoredForwarding() {},
          isAccepting,
          track: (work) => work,
        },
        wrap(endpoints),
      );
    },
  };
}

function createDependencies(settings: ServiceSettings, { storage, clock, randomSource, announce }: ServiceParts) {
  const links = createLinks(settings.baseUrl);
  const environments = settings.environments ?? allEnvironments;
  // Not from the seed: sealed values are never shown, so that their key need not be reproducible.
  const { randomBytes } = platformRandom();
  const logger = settings.logger ?? silent;
  const failures = createFailureLog({ clock, logger });
  const calls = createAdapterCalls({ clock, failures });
  const dependencies = {
    calls,
    failures,
    storage,
    clock,
    random: randomSource.random,
    randomBytes: randomSource.randomBytes,
    logger,
    links,
    vault: createVault([randomBytes(32)], randomBytes),
    servicePrefix: "ps",
    environments,
    webhookUrlOptions: { allowHttp: true, allowPrivateNetwork: true },
    providers: providersFor(calls, links, settings),
    cardPages: cardPagesFor(calls, links, settings),
    providerTimeoutMs: settings.providerTimeoutMs ?? defaultProviderTimeoutMs,
    isTestEligibilityEnforced: settings.enforceTestEligibility ?? true,
    retention: retentionOf(),
    announce,
    wake: announce,
  };
  return { ...dependencies, polling: createSessionPolling(dependencies) };
}

/** The sandbox bank serves live payments as well. */
function providersFor(
  calls: AdapterCalls,
  links: Links,
  settings: ServiceSettings,
): Partial<Record<Environment, BankClient>> {
  const { hasLiveBank = true } = settings;
  const sandbox = sandboxProvider({ sessionPage: links.sandboxBank });
  const provider = bankClient(sandbox, {
    calls,
    adapter: "sandbox_bank",
    timeoutMs: settings.providerTimeoutMs ?? defaultProviderTimeoutMs,
    hasCircuit: false,
  });
  return { test: provider, ...(hasLiveBank && { live: provider }) };
}

/** The sandbox card page serves live payments as well, so that an integration of live cards can be tested. */
function cardPagesFor(
  calls: AdapterCalls,
  links: Links,
  settings: ServiceSettings,
): Record<Environment, CardPageClient> {
  const sandbox = sandboxProvider({ sessionPage: links.sandboxCard });
  const provider = cardPageClient(sandbox, {
    calls,
    adapter: "sandbox_card_page",
    timeoutMs: settings.providerTimeoutMs ?? defaultProviderTimeoutMs,
    hasCircuit: false,
  });
  return { test: provider, live: provider };
}

function chosenLimits(rateLimits: ServiceSettings["rateLimits"]): RateLimitChoice {
  if (rateLimits === true) return undefined;
  return rateLimits ?? false;
}
