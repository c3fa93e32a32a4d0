// Chooses the scheduler: local loops, or jobs shared by several instances.
import type { Clock, Logger } from "../domain/clock.js";
import type { Instances } from "../storage/port/instances.js";
import type { DeliveriesWork } from "./deliveries-work.js";
import type { DueWork } from "./due-work.js";
import { createScheduler, type Scheduler } from "./scheduler.js";
import { createSharedScheduler } from "./shared-scheduler.js";

export interface WorkSchedulerDependencies {
  clock: Clock;
  logger: Logger;
  /** Undefined when this process does all the work. */
  instances: Instances | undefined;
  deliveries: DeliveriesWork;
  /** All kinds of work but the deliveries. */
  works: readonly DueWork[];
  /** Called with the lateness of scheduled work, in milliseconds. */
  onLateness?: ((work: string, latenessMs: number) => void) | undefined;
}

export function createWorkScheduler({ instances, deliveries, works, ...rest }: WorkSchedulerDependencies): Scheduler {
  return instances === undefined || deliveries.shared === undefined
    ? createScheduler({ ...rest, works: [deliveries, ...works] })
    : createSharedScheduler({ ...rest, instances, deliveries, shared: deliveries.shared, works });
}
