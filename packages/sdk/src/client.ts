// The client that a merchant's backend creates once.
import { type Configuration, clientOptionNames, configure, type PaymentSessionsOptions } from "./configuration.js";
import type { paths } from "./generated/api.js";
import { isObject } from "./is-object.js";
import { createPerform, type Perform } from "./operation.js";
import { Orders } from "./operations/orders.js";
import { Sandbox } from "./operations/sandbox.js";
import { Service } from "./operations/service.js";
import { Sessions } from "./operations/sessions.js";
import { Webhooks } from "./operations/webhooks.js";
import type { PaymentCall } from "./payment-call.js";
import { skipUnsolicitedContinue } from "./transport/skip-continue.js";
import {
  type PathFor,
  type RequestArguments,
  type RequestData,
  type RequestMethod,
  sendTypedRequest,
} from "./typed-request.js";

/**
 * Client of the Payment Sessions service. Create one for each key and reuse it.
 * @example
 * const payments = new PaymentSessions({ apiKey: process.env.PAYMENT_SESSIONS_API_KEY, baseUrl: "https://pay.example.com" });
 * @throws {UsageError} for an invalid option, a key of another environment, or in a browser
 */
export class PaymentSessions {
  /** Payment sessions: create, read, wait. */
  readonly sessions: Sessions;
  /** Orders of plugin stores. */
  readonly orders: Orders;
  /** Health and versions of the service. */
  readonly service: Service;
  /** Drives test payments; for test keys. */
  readonly sandbox: Sandbox;
  /** Verifies received webhooks; sends nothing. */
  readonly webhooks: Webhooks;
  readonly #perform: Perform;
  readonly #options: PaymentSessionsOptions;

  constructor(options: PaymentSessionsOptions = {}) {
    const configuration: Configuration = configure(options);
    skipUnsolicitedContinue(configuration.baseUrl);
    // Also those that an instance of a configuration class inherits.
    this.#options = Object.fromEntries(clientOptionNames.map((name) => [name, Reflect.get(options, name)]));
    this.#perform = createPerform(configuration);
    this.sessions = new Sessions(this.#perform, configuration);
    this.orders = new Orders(this.#perform);
    this.service = new Service(this.#perform);
    this.sandbox = new Sandbox(this.#perform, configuration.keyKind);
    this.webhooks = new Webhooks(configuration.webhookSecret);
  }

  /**
   * A new client with some options changed.
   * @example const patient = payments.withOptions({ timeoutMs: 120_000 });
   */
  withOptions(changes: PaymentSessionsOptions): PaymentSessions {
    // Anything but an object is refused by the constructor.
    return new PaymentSessions(isObject(changes) ? { ...this.#options, ...changes } : changes);
  }

  /**
   * Any route of the API description, typed by it, with the same deadlines, retries and errors as the methods.
   * @example const { uptime } = await payments.request("GET", "/health");
   */
  request<Method extends RequestMethod, Path extends PathFor<Method> & keyof paths>(
    method: Method,
    path: Path,
    ...[init]: RequestArguments<Method, Path>
  ): PaymentCall<RequestData<Method, Path>> {
    return sendTypedRequest(this.#perform, method, path, init);
  }
}
