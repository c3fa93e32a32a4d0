// Makes a mock: one state, three entries to it, and the verbs that change it. Wiring only, no rules.
import { AsyncLocalStorage } from "node:async_hooks";
import { memoryStorage } from "../../../server-kit/src/storage/memory/memory-storage.js";
import { composeService } from "./compose-service.js";
import { type Chaos, createChaos } from "./engine/chaos.js";
import { createEngine, type Engine } from "./engine/engine.js";
import { createFaultPlan } from "./engine/faults.js";
import { createJournal } from "./engine/journal.js";
import { createFetchFace } from "./faces/fetch-face.js";
import { createMswHandlers, type MswHandlers } from "./faces/msw-face.js";
import { type ServedMock, serveEngine } from "./faces/served-face.js";
import { createFailures } from "./failures.js";
import { type MockOptions, type MockService, UnexpectedCallsError } from "./mock-service.js";
import { createVerbs } from "./mock-verbs.js";
import { type Move, movePayment } from "./moves.js";
import { passTime } from "./passing-time.js";
import { platformRandom, seededRandom } from "./random-source.js";
import { createSleepers } from "./sleepers.js";
import { refuseUnknownNames } from "./unknown-names.js";
import { createVirtualClock, readDuration } from "./virtual-clock.js";
import { createDeliveryWork, type DeliveryWork } from "./webhooks/delivery-work.js";
import { createMockSender } from "./webhooks/mock-sender.js";

/**
 * Makes a mock of the whole service, with the service's own rules. Nothing runs until it is used.
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
  const baseUrl = (options.baseUrl ?? "https://pay.mock.test").replace(/\/+$/, "");
  const failures = createFailures(options.logger);
  const settings = { ...options, baseUrl, logger: failures.logger };
  const storage = memoryStorage();
  const sender = createMockSender();
  const journal = createJournal();
  const faults = createFaultPlan();
  const seeding = new AsyncLocalStorage<true>();
  const served = new Set<ServedMock>();
  let stray: string[] = [];
  let chaos: Chaos | undefined;
  let stopped = new AbortController();
  let state = begin();
  let restoreSeed: Promise<() => Promise<void>> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let handlers: MswHandlers | undefined;

  const sleepers = createSleepers({
    now: () => state.clock.now(),
    passTo: async (moment) => {
      await ready();
      await queue(() => passTime({ ...state, sleepers }, moment));
    },
    jumpTo: (moment) => state.clock.jumpTo(moment),
    isSending: () => state.deliveries.isRunning(),
    isAutomatic: options.autoAdvance ?? true,
  });

  /** All that a reset creates again, on the restored storage. */
  function begin() {
    const clock = createVirtualClock(options.clock ?? { now: () => Date.now() });
    const randomSource = typeof seed === "number" ? seededRandom(seed) : platformRandom();
    let deliveries: DeliveryWork | undefined;
    const service = composeService(settings, {
      storage,
      clock,
      randomSource,
      announce: () => deliveries?.kick(),
      pause,
    });
    deliveries = createDeliveryWork(service, sender);
    return { clock, service, deliveries };
  }

  /** Of the platform's timers, since whoever listens sits in another process. */
  function pause(ms: number): Promise<void> {
    const { signal } = stopped;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", end);
        resolve();
      }, ms);
      timer.unref();
      const end = () => {
        clearTimeout(timer);
        reject(new Error("The mock was stopped."));
      };
      signal.addEventListener("abort", end, { once: true });
    });
  }

  /** The seed is laid before anything else is done, once. */
  async function ready() {
    if (seeding.getStore() === undefined) {
      restoreSeed ??= laySeed();
      await restoreSeed;
    }
    return state.service.dependencies;
  }

  async function laySeed(): Promise<() => Promise<void>> {
    await storage.open();
    if (typeof seed === "function") await seeding.run(true, async () => seed(mock));
    await settle();
    return storage.snapshot();
  }

  async function settle(): Promise<void> {
    if (!sender.isInsideReceiver()) await state.deliveries.settled();
  }

  /** Time passes for one caller after the other. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (sender.isInsideReceiver()) {
      return Promise.reject(
        new Error("A webhook receiver cannot advance time or reset the mock: both wait for it to end."),
      );
    }
    return queue(work);
  }

  function queue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  }

  function onStray(description: string): void {
    stray.push(journal.hide(description));
  }

  const inner = createEngine({
    clock: { now: () => state.clock.now() },
    journal,
    faults,
    chaos: () => chaos,
    service: () => state.service,
    onStray,
    stopped: () => stopped.signal,
    sleepers,
    onFailure: (description) => failures.add(journal.hide(description)),
  });
  const engine: Engine = {
    async answer(request, at) {
      await ready();
      return inner.answer(request, at);
    },
  };

  function interrupt(): void {
    stopped.abort();
    stopped = new AbortController();
    state.deliveries.interrupt();
    sender.close();
    sleepers.wakeAll();
  }

  async function move(paymentId: string, way: Move) {
    const moved = await sleepers.during(async () => movePayment(await ready(), paymentId, way));
    await settle();
    return moved;
  }

  const mock: MockService = {
    baseUrl,
    get handlers() {
      handlers ??= createMswHandlers(engine, baseUrl);
      return handlers;
    },
    fetch: createFetchFace({ engine, baseUrl, onStray }),
    async serve({ port = 0 } = {}) {
      const one = await serveEngine(engine, port, failures.addError);
      served.add(one);
      return one;
    },
    async stop() {
      interrupt();
      await Promise.all([...served].map((one) => one.stop()));
      served.clear();
      await state.deliveries.settled();
      failures.raise();
      const unexpected = stray;
      stray = [];
      if (strict && unexpected.length > 0) throw new UnexpectedCallsError(unexpected);
    },
    async reset() {
      await ready();
      await inTurn(async () => {
        interrupt();
        await state.deliveries.settled();
        await (await restoreSeed)?.();
        journal.clear();
        faults.clear();
        sender.clear();
        chaos = undefined;
        stray = [];
        state = begin();
      });
    },
    clock: {
      now: () => state.clock.now(),
      async advance(duration) {
        const ms = readDuration(duration);
        await ready();
        await inTurn(() => passTime({ ...state, sleepers }, state.clock.now() + ms));
      },
      sleep: (ms, signal, why) => sleepers.sleep(ms, signal, why),
    },
    ...createVerbs({ ready, settle, move, sleepers, storage, sender, journal, deliveries: () => state.deliveries }),
    failNext: (operation, fault, details = 1) => faults.failNext(operation, fault, details),
    chaos(number) {
      chaos = createChaos(number);
    },
    journal: { calls: () => journal.calls() },
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
