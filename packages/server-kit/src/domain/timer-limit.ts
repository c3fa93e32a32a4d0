// The longest time that a timer of the platform can wait, 24.8 days: it fires at once for a longer one.

export const maxTimerMs = 2 ** 31 - 1;

/** Whether a timer can wait that long. */
export function isTimerMs(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value <= maxTimerMs;
}
