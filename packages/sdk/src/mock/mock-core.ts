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
import { createSeeding, type Seeding } from "./seeding.js";
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
  const parts = createParts(options);
  const { baseUrl, storage, sender, failures, interruption, unexpectedCalls } = parts;
  const settings = { ...options, baseUrl, logger: failures.logger };
  const createState = () => createMockState({ settings, storage, sender, pause: interruption.pause });
  let state = createState();
  let chaos: Chaos | undefined;

  const seeding = createSeeding(storage, async () => {
    await runSeed();
    await settle();
  });
  const { sleeps, advanceBy, changeTime } = createMockTime({
    state: () => state,
    seeding,
    isInsideReceiver: sender.isInsideReceiver,
    isAutomatic: options.autoAdvance ?? true,
  });

  async function settle(): Promise<void> {
    if (!sender.isInsideReceiver()) await state.deliveries.settled();
  }

  function interrupt(): void {
    interruption.interrupt();
    state.deliveries.interrupt();
    sender.close();
    sleeps.wakeAll();
  }

  async function restoreSeed(): Promise<void> {
    interrupt();
    await state.deliveries.settled();
    await seeding.restore();
    for (const part of [parts.journal, parts.faults, sender, unexpectedCalls]) part.clear();
    chaos = undefined;
    state = createState();
  }

  return {
    ...parts,
    sleeps,
    engine: createSeededEngine(parts, { state: () => state, chaos: () => chaos, sleeps, seeding }),
    state: () => state,
    async ready() {
      await seeding.ready();
      return state.service.dependencies;
    },
    settle,
    advanceBy,
    interrupt,
    reset: () => changeTime(restoreSeed),
    setChaos(seed) {
      chaos = createChaos(seed);
    },
    addUnexpectedCall: unexpectedCalls.add,
    takeUnexpectedCalls: unexpectedCalls.take,
  };
}

type Parts = ReturnType<typeof createParts>;

/** The parts that a reset empties and does not replace. */
function createParts(options: MockOptions) {
  const journal = createJournal();
  return {
    baseUrl: (options.baseUrl ?? "https://pay.mock.test").replace(/\/+$/, ""),
    failures: createFailures(options.logger),
    storage: memoryStorage(),
    sender: createMockSender(),
    journal,
    faults: createFaultPlan(),
    interruption: createInterruption(),
    unexpectedCalls: createCallList(journal.hide),
  };
}

/** Descriptions of calls, with secrets masked. */
function createCallList(hide: (text: string) => string) {
  let calls: string[] = [];
  return {
    add: (description: string) => void calls.push(hide(description)),
    take: () => calls.splice(0),
    clear() {
      calls = [];
    },
  };
}

interface MockTimeDependencies {
  state(): MockState;
  seeding: Pick<Seeding, "ready">;
  isInsideReceiver(): boolean;
  isAutomatic: boolean;
}

/** The sleeps on the mock's clock, and changes of its time, one after the other. */
function createMockTime({ state, seeding, isInsideReceiver, isAutomatic }: MockTimeDependencies) {
  const enqueue = createSerialQueue();
  const sleeps = createPendingSleeps({
    now: () => state().clock.now(),
    async advanceTo(time) {
      await seeding.ready();
      await enqueue(() => advanceTime({ ...state(), sleeps }, time));
    },
    jumpTo: (time) => state().clock.jumpTo(time),
    isSending: () => state().deliveries.isRunning(),
    isAutomatic,
  });

  async function changeTime(change: () => Promise<void>): Promise<void> {
    await seeding.ready();
    if (isInsideReceiver()) {
      throw new Error("A webhook receiver cannot call mock.clock.advance or mock.reset: both wait for it to end.");
    }
    await enqueue(change);
  }

  return {
    sleeps,
    changeTime,
    advanceBy: (ms: number) => changeTime(() => advanceTime({ ...state(), sleeps }, state().clock.now() + ms)),
  };
}

/** The engine, whose first call waits for the seed. */
function createSeededEngine(
  { journal, faults, failures, interruption, unexpectedCalls }: Parts,
  current: { state(): MockState; chaos(): Chaos | undefined; sleeps: PendingSleeps; seeding: Pick<Seeding, "ready"> },
): Engine {
  const engine = createEngine({
    clock: { now: () => current.state().clock.now() },
    journal,
    faults,
    chaos: current.chaos,
    service: () => current.state().service,
    onUnexpectedCall: unexpectedCalls.add,
    stopped: interruption.signal,
    sleeps: current.sleeps,
    onFailure: (description) => failures.add(journal.hide(description)),
  });
  return {
    async handle(request, at) {
      await current.seeding.ready();
      return engine.handle(request, at);
    },
  };
}
