// The mock as a test sees it: its options and its verbs.
import type { PluginOrder } from "../../../server-kit/src/domain/plugin-order.js";
import type { StoreInput } from "../../../server-kit/src/domain/store-settings.js";
import type { PaymentEvent } from "../../../server-kit/src/domain/transition-graph.js";
import type { ApiKeyView, NewApiKeyInput } from "../../../server-kit/src/flows/manage-api-keys.js";
import type { PaymentView } from "../../../server-kit/src/flows/read-payment.js";
import type { WebhookHistory } from "../../../server-kit/src/flows/read-webhook-history.js";
import type { StoreView } from "../../../server-kit/src/flows/stores/change-store.js";
import type { NewStoreInput } from "../../../server-kit/src/flows/stores/create-store.js";
import type { SandboxEvent } from "../generated/enums.js";
import type { ServiceSettings } from "./compose-service.js";
import type { Fault, FaultDetails } from "./engine/faults.js";
import type { OperationName } from "./engine/find-operation.js";
import type { JournalCall } from "./engine/journal.js";
import type { Move, SessionNow } from "./moves.js";
import type { SleepReason } from "./sleep-set.js";
import type { ServedMock } from "./transports/http-server.js";
import type { MswHandlers } from "./transports/msw-handlers.js";
import type { Duration } from "./virtual-clock.js";
import type { MockDelivery } from "./webhooks/delivery-list.js";
import type { WebhookReceiver } from "./webhooks/received-webhook.js";

export interface MockOptions extends Omit<ServiceSettings, "baseUrl"> {
  /** The mock's base URL: links in responses begin with it. Default `https://pay.mock.test`. */
  baseUrl?: string | undefined;
  /** Base clock; `now()` in epoch milliseconds. Default: the platform's. `clock.advance` adds to it. */
  clock?: { now(): number } | undefined;
  /**
   * Whether the clock advances automatically while clients sleep on `mock.clock` and nothing else is in progress. Default true. With
   * false only `clock.advance` ends their sleep: for tests that do other real I/O meanwhile.
   */
  autoAdvance?: boolean | undefined;
  /** False: `stop()` does not throw for calls that are unknown to the service. Default true. */
  strict?: boolean | undefined;
  /**
   * State at the start and after `reset()`. A function creates stores, keys and orders, once. A number makes every id, secret and
   * jitter the same in each run, and after each reset. Left out, the mock starts empty.
   */
  seed?: number | ((mock: MockService) => Promise<unknown> | unknown) | undefined;
}

export interface MockService {
  /** Base URL for clients that use `handlers` or `fetch`. */
  readonly baseUrl: string;
  /** For the test's own MSW server: `setupServer(...mock.handlers)`. @throws Error when MSW is not installed. */
  readonly handlers: MswHandlers;
  /** For clients with a `fetch` option. Sends nothing over the network. */
  readonly fetch: typeof fetch;
  /** Serves over real HTTP on loopback, on a free port unless one is given. */
  serve(options?: { port?: number | undefined }): Promise<ServedMock>;
  /**
   * Ends stalled calls, sends in progress and served ports. Later calls still work.
   * @throws UnexpectedCallsError that lists the unexpected calls, unless `strict` is false
   * @throws Error when the mock itself failed in a call, with its cause
   */
  stop(): Promise<void>;
  /** Restores the seeded state: discards payments, deliveries, faults, journal and advanced time. Keeps ports and `webhooks.to`. */
  reset(): Promise<void>;
  clock: {
    /** Epoch milliseconds. */
    now(): number;
    /** Advances the clock and does everything that becomes due, in order: deliveries, expiry, bank outcomes. */
    advance(duration: Duration): Promise<void>;
    /**
     * Resolves after this much of the mock's time, or when `signal` aborts. With the client's option `clock: mock.clock` its retries,
     * polling and deadlines wait here and take no real time.
     */
    sleep(ms: number, signal?: AbortSignal, why?: SleepReason): Promise<void>;
  };
  stores: {
    /** A store created with only a name is approved and has every method and a bank account. Other fields as in the server kit. */
    create(input: NewStoreInput): Promise<StoreView & { webhookSecret: string }>;
    update(merchantId: string, input: StoreInput): Promise<StoreView>;
    announceWebhookSecret(merchantId: string): Promise<{ webhookSecret: string }>;
    switchWebhookSecret(merchantId: string): Promise<void>;
    disable(merchantId: string): Promise<void>;
    enable(merchantId: string): Promise<void>;
    delete(merchantId: string): Promise<void>;
  };
  apiKeys: {
    issue(input: NewApiKeyInput): Promise<ApiKeyView & { secret: string }>;
    revoke(id: string): Promise<void>;
  };
  orders: { upsert(merchantId: string, order: PluginOrder): Promise<void> };
  /** Each resolves when the webhooks of the change have been sent. @throws IllegalMoveError with the state */
  sessions: Record<Move, (paymentId: string) => Promise<SessionNow>> & {
    /** Sends one event, by its name in the sandbox (`provider_success`) or in the graph (`provider.success`). */
    send(
      paymentId: string,
      event: SandboxEvent | PaymentEvent,
      details?: { amountCents?: number | undefined },
    ): Promise<SessionNow & { accepted: boolean }>;
    /** The stored payment; undefined when there is none. */
    get(paymentId: string): Promise<PaymentView | undefined>;
  };
  webhooks: {
    /** Sends all webhooks to this receiver instead of the stores' own URLs. */
    to(target: string | URL | WebhookReceiver): void;
    /** The next request arrives twice. */
    duplicateNext(): void;
    /** The next request is lost in transit; the delivery is retried by its schedule. */
    dropNext(): void;
    /** The next delivery that becomes due is sent later. */
    delayNext(delay: Duration): void;
    /** The next delivery is sent after the one that follows it, or when time is advanced. */
    reorderNext(): void;
    /** The next request has a wrong signature. */
    badSignatureNext(): void;
    deliveries(): MockDelivery[];
    /** Resolves when everything that is due has been sent. */
    settled(): Promise<void>;
    /** What `GET /transactions/{id}/webhook/history` returns. */
    history(paymentId: string): Promise<WebhookHistory>;
    redeliver(deliveryId: string, how?: { asNew?: boolean | undefined }): Promise<{ deliveryId: string }>;
  };
  /**
   * Makes the next `times` calls of an operation fail with this fault; one call when left out.
   * @throws TypeError for unknown or incompatible values
   * @example mock.failNext("sessions.initialize", "rate-limited", { retryAfter: 5 });
   */
  failNext(operation: OperationName, fault: Fault, details?: number | FaultDetails): void;
  /** From now on random calls fail; the same seed gives the same faults. `reset()` ends it. */
  chaos(seed: number): void;
  journal: { calls(): JournalCall[] };
}

/** Calls of the mock that are unknown to the service, or that went elsewhere through its `fetch`. */
export class UnexpectedCallsError extends Error {
  override readonly name = "UnexpectedCallsError";

  constructor(readonly calls: readonly string[]) {
    super(`Unexpected ${calls.length === 1 ? "call" : "calls"}:\n${calls.join("\n")}`);
  }
}
