export interface Life {
  rows: Record<string, number>;
  bytes: number;
  logBytes?: number;
  statements: number;
  webhooks: number;
  cpuMicroseconds: number;
}
export interface MeasuredLives {
  lives: number;
  sqlite: Life;
  postgres: Life;
}
export interface SetUp {
  name: string;
  bytes: number;
  /** Payments a second. */
  perSecond: number;
  wall: string;
}
export function readLife(): MeasuredLives;
export function renderTables(life: MeasuredLives): string;
export function setUps(life: MeasuredLives): SetUp[];
export function simulateStore(day: { paymentsPerDay: number; responseMs: number; webhooksPerPayment: number }): {
  capacityPerSecond: number;
  longestWaitMinutes: number;
  isCleared: boolean;
};
