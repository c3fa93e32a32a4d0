// What a tester can do with the mock: the options it is made with and the verbs it has.
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
import type { MswHandlers } from "./faces/msw-face.js";
import type { ServedMock } from "./faces/served-face.js";
import type { Move, SessionNow } from "./moves.js";
import type { SleepReason } from "./sleepers.js";
import type { Duration } from "./virtual-clock.js";
import type { MockDelivery } from "./webhooks/delivery-list.js";
import type { WebhookReceiver } from "./webhooks/received-webhook.js";

export interface MockOptions extends Omit<ServiceSettings, "baseUrl"> {
  /** The mock's base URL: links in responses begin with it. Default `https://pay.mock.test`. */
  baseUrl?: string | undefined;
  /** Time to begin with, `{ now(): epoch milliseconds }`; default the platform's. `clock.advance` adds to it. */
  clock?: { now(): number } | undefined;
  /**
   * Whether time moves on by itself while clients sleep on `mock.clock` and nothing else is in progress. Default true. With false only
   * `clock.advance` wakes them: for tests that do other real I/O meanwhile.
   */
  autoAdvance?: boolean | undefined;
  /** False: `stop()` does not complain about calls that are unknown to the service. Default true. */
  strict?: boolean | undefined;
  /**
   * What the mock begins with and `reset()` returns to. A function arranges stores, keys and orders, once. A number makes every id,
   * secret and jitter the same in each run, and after each reset. Left out, the mock begins empty.
   */
  seed?: number | ((mock: MockService) => Promise<unknown> | unknown) | undefined;
}

export interface MockService {
  /** What a client takes as its base URL with `handlers` and `fetch`. */
  readonly baseUrl: string;
  /** For the tester's own MSW server: `setupServer(...mock.handlers)`. @throws Error when MSW is not installed. */
  readonly handlers: MswHandlers;
  /** For clients that take a fetch. Nothing reaches the network. */
  readonly fetch: typeof fetch;
  /** Serves over real HTTP on loopback; a free port unless one is named. */
  serve(options?: { port?: number | undefined }): Promise<ServedMock>;
  /**
   * Ends stalled calls, sends in progress and served ports. Later calls get responses as before.
   * @throws UnexpectedCallsError that lists the calls that nobody expected, unless `strict` is false.
   * @throws Error when the mock itself failed in a call, with its cause
   */
  stop(): Promise<void>;
  /** Back to the seed: payments, deliveries, faults, journal and advanced time are gone. Ports stay open, `webhooks.to` stays. */
  reset(): Promise<void>;
  clock: {
    /** Epoch milliseconds. */
    now(): number;
    /** Lets time pass and does everything that falls due in it, in order: deliveries, expiry, bank outcomes. */
    advance(duration: Duration): Promise<void>;
    /**
     * Resolves after this much of the mock's time, or when `signal` aborts. With the client's option `clock: mock.clock` its retries,
     * polling and deadlines wait here and cost no real time.
     */
    sleep(ms: number, signal?: AbortSignal, why?: SleepReason): Promise<void>;
  };
  stores: {
    /** A store made with only a name is approved, has every method and a bank account. Other fields as in the server kit. */
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
  /** Each resolves when the webhooks of the move have been sent. @throws IllegalMoveError with the state. */
  sessions: Record<Move, (paymentId: string) => Promise<SessionNow>> & {
    /** One event, in the simulator's words (`provider_success`) or the graph's (`provider.success`). */
    send(
      paymentId: string,
      event: SandboxEvent | PaymentEvent,
      news?: { amountCents?: number | undefined },
    ): Promise<SessionNow & { accepted: boolean }>;
    /** Everything that is stored; undefined when there is no such payment. */
    get(paymentId: string): Promise<PaymentView | undefined>;
  };
  webhooks: {
    /** Where all webhooks go; without it they go to the stores' own addresses. */
    to(target: string | URL | WebhookReceiver): void;
    /** The next send arrives twice. */
    duplicateNext(): void;
    /** The next send is lost in transit; the schedule repeats it. */
    dropNext(): void;
    /** The next delivery that falls due comes later. */
    delayNext(delay: Duration): void;
    /** The next delivery comes after the one that follows it, or when time is advanced. */
    reorderNext(): void;
    /** The next send carries a wrong signature. */
    badSignatureNext(): void;
    deliveries(): MockDelivery[];
    /** Resolves when everything that is due has been sent. */
    settled(): Promise<void>;
    /** What `GET /transactions/{id}/webhook/history` returns. */
    history(paymentId: string): Promise<WebhookHistory>;
    redeliver(deliveryId: string, how?: { asNew?: boolean | undefined }): Promise<{ deliveryId: string }>;
  };
  /**
   * The next calls of an operation meet a fault: as many as `times`, one when it is left out.
   * @throws TypeError for words that there are not, or that do not fit together
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
    super(`Nobody expected ${calls.length === 1 ? "this call" : "these calls"}:\n${calls.join("\n")}`);
  }
}
