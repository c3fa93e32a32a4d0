// Replaces the service's network for webhooks: posts to a URL by the platform's fetch, or calls the test's function, with the faults
// that the test requested.
import type { SendOutcome } from "../../../../server-kit/src/domain/delivery-outcome.js";
import type { WebhookRequest, WebhookSender } from "../../../../server-kit/src/outbound/webhook-sender.js";
import { describeValue } from "../../describe-value.js";
import { createAsyncScope } from "../async-scope.js";
import { clearTimeout, setTimeout } from "../platform-timers.js";
import { InvalidReplyError, receivedWebhook, statusOfReply, type WebhookReceiver } from "./received-webhook.js";

/** The fault of one send. `delayed` and `reordered` are decided earlier, when a delivery becomes due. */
export type SendFault = "duplicated" | "dropped" | "bad-signature";

export interface MockSender extends WebhookSender {
  /** Sends everything to this receiver, whatever URL a store has. Undefined: to the stores' own URLs. */
  to(target: string | URL | WebhookReceiver | undefined): void;
  /** The next send has this fault. */
  addFault(fault: SendFault): void;
  /** Faults so far, by delivery id. */
  faultsOf(deliveryId: string): SendFault[];
  /** Whether the caller runs inside a receiver, where waiting for deliveries would never end. */
  isInsideReceiver(): boolean;
  clear(): void;
}

/** The URL of stores that were created without one: the sender responds with 200, and `deliveries()` lists what was sent. */
export const defaultWebhookUrl = "https://receiver.mock.test/webhooks";

/** In real time, for a receiver that does not respond. */
const receiverTimeoutMs = 5000;
const excerptLength = 4096;

export function createMockSender(): MockSender {
  let target: string | WebhookReceiver | undefined;
  let plannedFaults: SendFault[] = [];
  let closing = new AbortController();
  const faultsByDelivery = new Map<string, SendFault[]>();
  const receiver = createAsyncScope();

  async function send(request: WebhookRequest): Promise<SendOutcome> {
    const fault = plannedFaults.shift();
    if (fault !== undefined) {
      const deliveryId = request.headers["X-Service-Delivery"] ?? "";
      faultsByDelivery.set(deliveryId, [...(faultsByDelivery.get(deliveryId) ?? []), fault]);
    }
    if (fault === "dropped") return failed("network", "dropped in transit (webhooks.dropNext)");
    const sent = fault === "bad-signature" ? withBadSignature(request) : request;
    const outcome = await sendOnce(sent);
    if (fault === "duplicated") await sendOnce(sent);
    return outcome;
  }

  async function sendOnce(request: WebhookRequest): Promise<SendOutcome> {
    const to = target ?? request.url;
    const { signal } = closing;
    try {
      if (typeof to === "function") {
        const webhook = receivedWebhook(request.url, request.headers, request.body);
        return await withTimeout(signal, () => receiver.run(async () => outcomeOf(await to(webhook))));
      }
      if (to === defaultWebhookUrl) return responded(200);
      return await withTimeout(signal, (ended) => post(to, request, ended));
    } catch (error) {
      // Thrown, so that the mock's verbs and stop() reject with it.
      if (error instanceof InvalidReplyError) throw error;
      if (signal.aborted) return failed("aborted", "the mock was stopped");
      return failed(error instanceof ReceiverTimeoutError ? "timeout" : "network", describe(error));
    }
  }

  return {
    send,
    to(next) {
      target = readTarget(next);
    },
    addFault: (fault) => void plannedFaults.push(fault),
    faultsOf: (deliveryId) => [...(faultsByDelivery.get(deliveryId) ?? [])],
    isInsideReceiver: receiver.isInside,
    clear() {
      plannedFaults = [];
      faultsByDelivery.clear();
    },
    close() {
      closing.abort();
      closing = new AbortController();
    },
  };
}

/** @throws TypeError for anything but an absolute URL, a function or undefined */
function readTarget(given: string | URL | WebhookReceiver | undefined): string | WebhookReceiver | undefined {
  const target = given instanceof URL ? given.href : given;
  if (target === undefined || typeof target === "function") return target;
  if (typeof target === "string" && URL.canParse(target)) return target;
  throw new TypeError(`webhooks.to takes an absolute URL or a function; got ${describeValue(target)}.`);
}

class ReceiverTimeoutError extends Error {
  override readonly name = "ReceiverTimeoutError";
}

/** @throws ReceiverTimeoutError after `receiverTimeoutMs`; Error when `closed` aborts */
async function withTimeout<Result>(
  closed: AbortSignal,
  work: (ended: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const close = () => over.abort(new Error("the mock was stopped"));
  closed.addEventListener("abort", close, { once: true });
  const timer = setTimeout(
    () => over.abort(new ReceiverTimeoutError(`No response within ${receiverTimeoutMs} ms.`)),
    receiverTimeoutMs,
  );
  const ended = new Promise<never>((_, reject) => {
    over.signal.addEventListener("abort", () => reject(over.signal.reason), { once: true });
  });
  try {
    return await Promise.race([work(over.signal), ended]);
  } finally {
    clearTimeout(timer);
    closed.removeEventListener("abort", close);
  }
}

async function post(url: string, { headers, body }: WebhookRequest, signal: AbortSignal): Promise<SendOutcome> {
  // Looked up at each send: a test's MSW server may intercept it.
  const response = await globalThis.fetch(url, {
    method: "POST",
    headers,
    body: new Uint8Array(body),
    redirect: "manual",
    signal,
  });
  return outcomeOf(response);
}

/** @throws InvalidReplyError */
async function outcomeOf(reply: unknown): Promise<SendOutcome> {
  const outcome = responded(statusOfReply(reply));
  const { headers, bodyUsed, text, clone }: ResponseLike = Object(reply);
  const retryAfter = typeof headers?.get === "function" ? headers.get("retry-after") : undefined;
  if (typeof text !== "function" || bodyUsed === true) return { ...outcome, retryAfter: retryAfter ?? undefined };
  // A copy is read: the test may return one Response several times, or read it afterwards.
  const read = String(await text.call(typeof clone === "function" ? clone.call(reply) : reply));
  return {
    ...outcome,
    retryAfter: retryAfter ?? undefined,
    excerpt: read.slice(0, excerptLength),
    isTruncated: read.length > excerptLength,
  };
}

/** A response of the platform or of another library, or a test's own object with some of its fields. */
interface ResponseLike {
  headers?: { get?: (name: string) => string | null };
  bodyUsed?: unknown;
  text?: () => Promise<unknown>;
  clone?: () => unknown;
}

function responded(httpStatus: number): Extract<SendOutcome, { kind: "responded" }> {
  return { kind: "responded", httpStatus, retryAfter: undefined, excerpt: "", isTruncated: false, durationMs: 0 };
}

function failed(reason: Extract<SendOutcome, { kind: "failed" }>["reason"], detail: string): SendOutcome {
  return { kind: "failed", reason, detail, durationMs: 0 };
}

/** Well-formed, but wrong. */
function withBadSignature(request: WebhookRequest): WebhookRequest {
  const valid = request.headers["X-Service-Signature"] ?? "";
  const last = valid.endsWith("0") ? "1" : "0";
  return { ...request, headers: { ...request.headers, "X-Service-Signature": valid.slice(0, -1) + last } };
}

function describe(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return String(cause ?? error);
}
