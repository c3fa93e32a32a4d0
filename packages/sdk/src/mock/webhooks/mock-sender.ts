// Takes the place of the service's network for webhooks: posts to a URL by the platform's fetch or calls the tester's function, with the
// faults that were asked for.
import { AsyncLocalStorage } from "node:async_hooks";
import type { SendOutcome } from "../../../../server-kit/src/domain/delivery-outcome.js";
import type { WebhookRequest, WebhookSender } from "../../../../server-kit/src/outbound/webhook-sender.js";
import { clearTimeout, setTimeout } from "../platform-timers.js";
import { receivedWebhook, statusOfReply, type WebhookReceiver } from "./received-webhook.js";

/** What happens to one send. `delayed` and `reordered` are decided before, when it is due. */
export type SendFault = "duplicated" | "dropped" | "bad-signature";

export interface MockSender extends WebhookSender {
  /** Where everything goes from now on, whatever address a store names. Undefined: to the stores' own addresses. */
  to(target: string | URL | WebhookReceiver | undefined): void;
  arm(fault: SendFault): void;
  /** Faults met so far, by delivery id. */
  faultsOf(deliveryId: string): SendFault[];
  /** Whether the caller runs inside a receiver: who waits there for deliveries would wait for itself. */
  isInsideReceiver(): boolean;
  clear(): void;
}

/** The address of stores that were made without one: what is sent there is answered with 200 and can be read in `deliveries()`. */
export const nowhereUrl = "https://receiver.mock.test/webhooks";

/** A real receiver that does not respond holds a test up for this long. */
const patienceMs = 5000;
const excerptLength = 4096;

export function createMockSender(): MockSender {
  let target: string | WebhookReceiver | undefined;
  let armed: SendFault[] = [];
  let closing = new AbortController();
  const met = new Map<string, SendFault[]>();
  const inside = new AsyncLocalStorage<true>();

  async function send(request: WebhookRequest): Promise<SendOutcome> {
    const fault = armed.shift();
    if (fault !== undefined) {
      const deliveryId = request.headers["X-Service-Delivery"] ?? "";
      met.set(deliveryId, [...(met.get(deliveryId) ?? []), fault]);
    }
    if (fault === "dropped") return failed("network", "lost on its way, as asked");
    const sent = fault === "bad-signature" ? withBadSignature(request) : request;
    const outcome = await sendOnce(sent);
    if (fault === "duplicated") await sendOnce(sent);
    return outcome;
  }

  async function sendOnce(request: WebhookRequest): Promise<SendOutcome> {
    const to = target ?? request.url;
    try {
      if (typeof to === "function") {
        const webhook = receivedWebhook(request.url, request.headers, request.body);
        const reply = await withPatience(() => inside.run(true, async () => to(webhook)));
        return answered(statusOfReply(reply));
      }
      if (to === nowhereUrl) return answered(200);
      return await withPatience((signal) => post(to, request, signal));
    } catch (error) {
      if (closing.signal.aborted) return failed("aborted", "the mock was stopped");
      return failed(error instanceof PatienceError ? "timeout" : "network", describe(error));
    }
  }

  async function withPatience<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const over = new AbortController();
    const stop = () => over.abort(new Error("the mock was stopped"));
    closing.signal.addEventListener("abort", stop, { once: true });
    const timer = setTimeout(() => over.abort(new PatienceError(`No answer within ${patienceMs} ms.`)), patienceMs);
    const ended = new Promise<never>((_, reject) => {
      over.signal.addEventListener("abort", () => reject(over.signal.reason), { once: true });
    });
    try {
      return await Promise.race([work(over.signal), ended]);
    } finally {
      clearTimeout(timer);
      closing.signal.removeEventListener("abort", stop);
    }
  }

  return {
    send,
    to(next) {
      target = next instanceof URL ? next.href : next;
      if (typeof target === "string" && !URL.canParse(target)) {
        const given = JSON.stringify(target);
        target = undefined;
        throw new TypeError(`webhooks.to takes an absolute URL or a function; got ${given}.`);
      }
    },
    arm: (fault) => void armed.push(fault),
    faultsOf: (deliveryId) => [...(met.get(deliveryId) ?? [])],
    isInsideReceiver: () => inside.getStore() === true,
    clear() {
      armed = [];
      met.clear();
    },
    close() {
      closing.abort();
      closing = new AbortController();
    },
  };
}

class PatienceError extends Error {
  override readonly name = "PatienceError";
}

async function post(url: string, { headers, body }: WebhookRequest, signal: AbortSignal): Promise<SendOutcome> {
  // Looked up now: a tester's MSW may stand in for the receiver.
  const response = await globalThis.fetch(url, {
    method: "POST",
    headers,
    body: new Uint8Array(body),
    redirect: "manual",
    signal,
  });
  const text = await response.text();
  return {
    ...answered(response.status),
    retryAfter: response.headers.get("retry-after") ?? undefined,
    excerpt: text.slice(0, excerptLength),
    isTruncated: text.length > excerptLength,
  };
}

function answered(httpStatus: number): Extract<SendOutcome, { kind: "answered" }> {
  return { kind: "answered", httpStatus, retryAfter: undefined, excerpt: "", isTruncated: false, durationMs: 0 };
}

function failed(reason: Extract<SendOutcome, { kind: "failed" }>["reason"], detail: string): SendOutcome {
  return { kind: "failed", reason, detail, durationMs: 0 };
}

/** Well-formed and wrong. */
function withBadSignature(request: WebhookRequest): WebhookRequest {
  const right = request.headers["X-Service-Signature"] ?? "";
  const last = right.endsWith("0") ? "1" : "0";
  return { ...request, headers: { ...request.headers, "X-Service-Signature": right.slice(0, -1) + last } };
}

function describe(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return String(cause ?? error);
}
