// The retry schedule of webhooks, and the timeout of one send (spec/rules.md#delivery-rules, 3 and 4).
import type { Random } from "./clock.js";
import { limits } from "./generated/limits.js";
import type { DeliveryPath } from "./store.js";

const secondMs = 1000;
const hourMs = 3600 * secondMs;
const inMs = (seconds: readonly number[]): number[] => seconds.map((delay) => delay * secondMs);

interface Schedule {
  /** Nominal delay after the first, second, … failed attempt; there is one more attempt than delays. */
  delaysMs: readonly number[];
  /** The delay is drawn uniformly between (1 - jitter) and (1 + jitter) times its nominal length. */
  jitter: number;
}

export const schedules: Record<DeliveryPath, Schedule> = {
  queue: { delaysMs: inMs(limits.webhookQueueDelaysSeconds), jitter: limits.webhookQueueJitterRatio },
  legacy: { delaysMs: inMs(limits.webhookLegacyDelaysSeconds), jitter: 0 },
};

/** Timeouts of the legacy path by number of failed attempts; the last one applies to all later attempts. */
export const legacyTimeoutsMs = limits.webhookLegacyTimeoutsMs;
/** The longest timeout of any send; leases last at most this plus their margin. */
export const maxTimeoutMs = Math.max(60 * secondMs, ...legacyTimeoutsMs);
/** A claim's lease exceeds the send's timeout by this much: time to record the result. */
export const leaseMarginMs = 15 * secondMs;

export function maxAttempts(path: DeliveryPath): number {
  return schedules[path].delaysMs.length + 1;
}

/** Time from the first attempt to the last, without jitter. */
export function scheduleLengthMs(path: DeliveryPath): number {
  return schedules[path].delaysMs.reduce((sum, delayMs) => sum + delayMs, 0);
}

/** The schedule as text for people, such as "12 attempts in about 7 days". */
export function describeSchedule(path: DeliveryPath): string {
  const hours = Math.round(scheduleLengthMs(path) / hourMs);
  const length = hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
  return `${maxAttempts(path)} attempts ${hours > 1 ? `in about ${length}` : "within minutes"}`;
}

/** The timeout of the next send. The legacy path allows more with each failed attempt. */
export function attemptTimeoutMs(path: DeliveryPath, scheduledCount: number, queueTimeoutMs: number): number {
  if (path === "queue") return queueTimeoutMs;
  return legacyTimeoutsMs[Math.min(scheduledCount, legacyTimeoutsMs.length - 1)] ?? maxTimeoutMs;
}

/**
 * The delay after failed attempt number `scheduledCount`, or undefined when that was the last one.
 * A receiver's Retry-After can only lengthen it, to at most twice the nominal delay.
 */
export function nextDelayMs(
  path: DeliveryPath,
  scheduledCount: number,
  { random, retryAfterMs }: { random: Random; retryAfterMs: number | undefined },
): number | undefined {
  const { delaysMs, jitter } = schedules[path];
  const nominalMs = delaysMs[scheduledCount - 1];
  if (nominalMs === undefined) return undefined;
  const drawnMs = Math.round(nominalMs * (1 - jitter + 2 * jitter * random()));
  return Math.max(drawnMs, Math.min(retryAfterMs ?? 0, 2 * nominalMs));
}

/** A Retry-After value (seconds or an HTTP date) in milliseconds from `now`; undefined for anything else and for the past. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * secondMs;
  if (!httpDateForms.some((form) => form.test(text))) return undefined;
  // The form without a zone is in GMT as well.
  const waitMs = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`) - now;
  return waitMs > 0 ? waitMs : undefined;
}

/** The three forms of an HTTP date, the preferred one first (RFC 9110, 5.6.7). */
const httpDateForms = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];
