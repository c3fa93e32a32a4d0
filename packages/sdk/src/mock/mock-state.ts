// What a reset replaces, on the storage that it restores: clock, random source, service and delivery work.
import type { MemoryStorage } from "../../../server-kit/src/storage/memory/memory-storage.js";
import { type ComposedService, composeService, type ServiceSettings } from "./compose-service.js";
import type { MockOptions } from "./mock-service.js";
import { platformRandom, seededRandom } from "./random-source.js";
import { createVirtualClock, type VirtualClock } from "./virtual-clock.js";
import { createDeliveryWork, type DeliveryWork } from "./webhooks/delivery-work.js";
import type { MockSender } from "./webhooks/mock-sender.js";

export interface MockState {
  clock: VirtualClock;
  service: ComposedService;
  deliveries: DeliveryWork;
}

export interface MockStateDependencies {
  settings: ServiceSettings & Pick<MockOptions, "clock" | "seed">;
  storage: MemoryStorage;
  sender: MockSender;
  pause(ms: number): Promise<void>;
}

export function createMockState({ settings, storage, sender, pause }: MockStateDependencies): MockState {
  const clock = createVirtualClock(settings.clock ?? { now: () => Date.now() });
  const randomSource = typeof settings.seed === "number" ? seededRandom(settings.seed) : platformRandom();
  let deliveries: DeliveryWork | undefined;
  const service = composeService(settings, {
    storage,
    clock,
    randomSource,
    announce: () => deliveries?.wake(),
    pause,
  });
  deliveries = createDeliveryWork(service, sender);
  return { clock, service, deliveries };
}
