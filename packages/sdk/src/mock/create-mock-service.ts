// Creates a mock: the public verbs, on the parts that mock-core.ts connects.
import { createMockCore } from "./mock-core.js";
import { type MockOptions, type MockService, UnexpectedCallsError } from "./mock-service.js";
import { createVerbs } from "./mock-verbs.js";
import { type ServedMock, serveEngine } from "./transports/http-server.js";
import { createMockFetch } from "./transports/mock-fetch.js";
import { createMswHandlers, type MswHandlers } from "./transports/msw-handlers.js";
import { refuseUnknownNames } from "./unknown-names.js";
import { readDuration } from "./virtual-clock.js";

/**
 * Creates a mock of the whole service, with the service's own rules. Nothing runs until it is used.
 *
 * @example
 * const mock = createMockService();
 * const { merchantId } = await mock.stores.create({ name: "Tea shop" });
 * const { secret } = await mock.apiKeys.issue({ merchantId, environment: "test" });
 * const payments = new PaymentSessions({ apiKey: secret, baseUrl: mock.baseUrl, fetch: mock.fetch });
 * const session = await payments.sessions.initialize({ merchantId, orderId: "1", amountCents: 1999, currency: "EUR" });
 * await mock.sessions.succeed(session.paymentId);
 * await mock.stop();
 */
export function createMockService(options: MockOptions = {}): MockService {
  refuseUnknownNames("createMockService", options, optionNames);
  const { seed, strict = true } = options;
  const core = createMockCore(options, async () => typeof seed === "function" && seed(mock));
  const { baseUrl, engine, sleeps } = core;
  const servers = new Set<ServedMock>();
  let handlers: MswHandlers | undefined;

  const mock: MockService = {
    baseUrl,
    get handlers() {
      handlers ??= createMswHandlers(engine, baseUrl);
      return handlers;
    },
    fetch: createMockFetch({ engine, baseUrl, onUnexpectedCall: core.addUnexpectedCall }),
    async serve(options = {}) {
      refuseUnknownNames("serve", options, ["port"]);
      const server = await serveEngine(engine, options.port ?? 0, core.failures.addError);
      servers.add(server);
      return server;
    },
    async stop() {
      core.interrupt();
      await Promise.all([...servers].map((server) => server.stop()));
      servers.clear();
      await core.state().deliveries.settled();
      core.failures.raise();
      const calls = core.takeUnexpectedCalls();
      if (strict && calls.length > 0) throw new UnexpectedCallsError(calls);
    },
    reset: core.reset,
    clock: {
      now: () => core.state().clock.now(),
      advance: async (duration) => core.advanceBy(readDuration(duration)),
      sleep: sleeps.sleep,
    },
    ...createVerbs({ ...core, deliveries: () => core.state().deliveries }),
    failNext: (operation, fault, details = 1) => core.faults.failNext(operation, fault, details),
    chaos: core.setChaos,
    journal: { calls: () => core.journal.calls() },
  };
  return mock;
}

const optionNames = Object.keys({
  baseUrl: true,
  clock: true,
  autoAdvance: true,
  strict: true,
  seed: true,
  environments: true,
  rateLimits: true,
  enforceTestEligibility: true,
  providerTimeoutMs: true,
  hasLiveBank: true,
  trustedProxyHops: true,
  deployment: true,
  logger: true,
} satisfies Record<keyof MockOptions, true>);
