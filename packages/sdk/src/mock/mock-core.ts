// Creates the parts of a mock and connects them: storage, state, seed, clock and engine. Its public object is in create-mock-service.ts.
import { type MemoryStorage, memoryStorage } from "../../../server-kit/src/storage/memory/memory-storage.js";
import { advanceTime } from "./advance-time.js";
import type { ComposedService } from "./compose-service.js";
import { type Chaos, createChaos } from "./engine/chaos.js";
import { createEngine, type Engine } from "./engine/engine.js";
import { createFaultPlan, type FaultPlan } from "./engine/faults.js";
import { createJournal, type Journal } from "./engine/journal.js";
import { createFailures, type Failures } from "./failures.js";
import { createInterruption } from "./interruption.js";
import type { MockOptions } from "./mock-service.js";
import { createMockState, type MockState } from "./mock-state.js";
import { createPendingSleeps, type PendingSleeps } from "./pending-sleeps.js";
import { createSeeding } from "./seeding.js";
import { createSerialQueue } from "./serial-queue.js";
import { createMockSender, type MockSender } from "./webhooks/mock-sender.js";

export interface MockCore {
  baseUrl: string;
  storage: MemoryStorage;
  sender: MockSender;
  journal: Journal;
  faults: FaultPlan;
  failures: Failures;
  sleeps: PendingSleeps;
  engine: Engine;
  /** The current one: a reset replaces it. */
  state(): MockState;
  /** The service's dependencies, once the seed has run. */
  ready(): Promise<ComposedService["dependencies"]>;
  /** Resolves when the webhooks that are due have been sent. */
  settle(): Promise<void>;
  advanceBy(ms: number): Promise<void>;
  /** Ends stalled calls, sends in progress and sleeps. */
  interrupt(): void;
  reset(): Promise<void>;
  setChaos(seed: number): void;
  addUnexpectedCall(description: string): void;
  /** The unexpected calls since the last time. */
  takeUnexpectedCalls(): string[];
}

export function createMockCore(options: MockOptions, runSeed: () => Promise<unknown>): MockCore {
  const baseUrl = (options.baseUrl ?? "https://pay.mock.test").replace(/\/+$/, "");
  const failures = createFailures(options.logger);
  const storage = memoryStorage();
  const sender = createMockSender();
  const journal = createJournal();
  const faults = createFaultPlan();
  const interruption = createInterruption();
  const settings = { ...options, baseUrl, logger: failures.logger };
  const createState = () => createMockState({ settings, storage, sender, pause: interruption.pause });
  let state = createState();
  let chaos: Chaos | undefined;
  let unexpectedCalls: string[] = [];

  const seeding = createSeeding(storage, async () => {
    await runSeed();
    await settle();
  });
  const enqueue = createSerialQueue();
  const sleeps = createPendingSleeps({
    now: () => state.clock.now(),
    async advanceTo(time) {
      await seeding.ready();
      await enqueue(() => advanceTime({ ...state, sleeps }, time));
    },
    jumpTo: (time) => state.clock.jumpTo(time),
    isSending: () => state.deliveries.isRunning(),
    isAutomatic: options.autoAdvance ?? true,
  });
  const addUnexpectedCall = (description: string) => void unexpectedCalls.push(journal.hide(description));
  const engine = createEngine({
    clock: { now: () => state.clock.now() },
    journal,
    faults,
    chaos: () => chaos,
    service: () => state.service,
    onUnexpectedCall: addUnexpectedCall,
    stopped: interruption.signal,
    sleeps,
    onFailure: (description) => failures.add(journal.hide(description)),
  });

  async function settle(): Promise<void> {
    if (!sender.isInsideReceiver()) await state.deliveries.settled();
  }

  async function changeTime(change: () => Promise<void>): Promise<void> {
    await seeding.ready();
    if (sender.isInsideReceiver()) {
      throw new Error("A webhook receiver cannot call mock.clock.advance or mock.reset: both wait for it to end.");
    }
    await enqueue(change);
  }

  function interrupt(): void {
    interruption.interrupt();
    state.deliveries.interrupt();
    sender.close();
    sleeps.wakeAll();
  }

  return {
    baseUrl,
    storage,
    sender,
    journal,
    faults,
    failures,
    sleeps,
    engine: {
      async handle(request, at) {
        await seeding.ready();
        return engine.handle(request, at);
      },
    },
    state: () => state,
    async ready() {
      await seeding.ready();
      return state.service.dependencies;
    },
    settle,
    advanceBy: (ms) => changeTime(() => advanceTime({ ...state, sleeps }, state.clock.now() + ms)),
    interrupt,
    reset: () =>
      changeTime(async () => {
        interrupt();
        await state.deliveries.settled();
        await seeding.restore();
        journal.clear();
        faults.clear();
        sender.clear();
        chaos = undefined;
        unexpectedCalls = [];
        state = createState();
      }),
    setChaos(seed) {
      chaos = createChaos(seed);
    },
    addUnexpectedCall,
    takeUnexpectedCalls: () => unexpectedCalls.splice(0),
  };
}
