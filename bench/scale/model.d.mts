export interface LifecycleCost {
  rows: Record<string, number>;
  bytes: number;
  logBytes?: number;
  statements: number;
  webhooks: number;
  cpuMicroseconds: number;
}
export interface MeasuredLifecycles {
  lifecycles: number;
  sqlite: LifecycleCost;
  postgres: LifecycleCost;
}
export interface SetUp {
  name: string;
  bytes: number;
  /** Payments a second. */
  perSecond: number;
  bottleneck: string;
}
export function readLifecycle(): MeasuredLifecycles;
export function renderTables(lifecycle: MeasuredLifecycles): string;
export function setUps(lifecycle: MeasuredLifecycles): SetUp[];
export function simulateStore(day: { paymentsPerDay: number; responseMs: number; webhooksPerPayment: number }): {
  capacityPerSecond: number;
  longestWaitMinutes: number;
  isCleared: boolean;
};
