// When is a webhook sent again, and how long may one send take? (spec/rules.md#delivery-rules, 3 and 4)
import { limits } from "./generated/limits.js";
import type { DeliveryPath } from "./store.js";

const second = 1000;
const inMs = (seconds: readonly number[]): number[] => seconds.map((wait) => wait * second);

interface Schedule {
  /** Nominal wait after the first, second, … failed attempt; there is one attempt more than waits. */
  delaysMs: readonly number[];
  /** The wait is drawn evenly between (1 - jitter) and (1 + jitter) times its nominal length. */
  jitter: number;
}

export const schedules: Record<DeliveryPath, Schedule> = {
  queue: { delaysMs: inMs(limits.webhookQueueDelaysSeconds), jitter: limits.webhookQueueJitterRatio },
  legacy: { delaysMs: inMs(limits.webhookLegacyDelaysSeconds), jitter: 0 },
};

/** How long a send of the legacy path may take after so many failed attempts; the last one stands for all later ones. */
export const legacyTimeoutsMs = limits.webhookLegacyTimeoutsMs;
/** The longest that any send may take; leases are never longer than this and their margin. */
export const maxTimeoutMs = 60 * second;
/** A claim outlives the time-out of its send by this much: room to record the result. */
export const leaseMarginMs = 15 * second;

export function maxAttempts(path: DeliveryPath): number {
  return schedules[path].delaysMs.length + 1;
}

/** From the first attempt to the last, without jitter. */
export function scheduleLengthMs(path: DeliveryPath): number {
  return schedules[path].delaysMs.reduce((sum, delayMs) => sum + delayMs, 0);
}

/** How long the next send may take, all in all. The legacy path grants more with each failed attempt. */
export function attemptTimeoutMs(path: DeliveryPath, scheduledCount: number, queueTimeoutMs: number): number {
  if (path === "queue") return queueTimeoutMs;
  return legacyTimeoutsMs[Math.min(scheduledCount, legacyTimeoutsMs.length - 1)] ?? maxTimeoutMs;
}

/**
 * The wait after the failed attempt number `scheduledCount`, or undefined when that was the last one.
 * A receiver's Retry-After only ever lengthens it, to twice the nominal wait at most.
 */
export function nextDelayMs(
  path: DeliveryPath,
  scheduledCount: number,
  { random, retryAfterMs }: { random: () => number; retryAfterMs: number | undefined },
): number | undefined {
  const { delaysMs, jitter } = schedules[path];
  const nominalMs = delaysMs[scheduledCount - 1];
  if (nominalMs === undefined) return undefined;
  const drawnMs = Math.round(nominalMs * (1 - jitter + 2 * jitter * random()));
  return Math.max(drawnMs, Math.min(retryAfterMs ?? 0, 2 * nominalMs));
}

/** Milliseconds that a Retry-After value asks for (seconds or an HTTP date); undefined for anything else and for the past. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * second;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const waitMs = Date.parse(text) - now;
  return waitMs > 0 ? waitMs : undefined;
}
