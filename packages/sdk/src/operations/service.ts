// Health, version and compatibility of the service. spec/rules.md#health-and-version. None of these routes gets the API key.
import type { Health, ServiceVersion, VersionCheck, VersionCheckRequest } from "../api-types.js";
import type { CallOptions } from "../call-options.js";
import { expectObject, type Perform } from "../operation.js";
import type { PaymentCall } from "../payment-call.js";
import { retriedStatuses } from "../transport/retry-policy.js";
import { version } from "../version.js";

const ownVersion: VersionCheckRequest = { client: "@payment-sessions/sdk", clientVersion: version };

export class Service {
  readonly #perform: Perform;

  constructor(perform: Perform) {
    this.#perform = perform;
  }

  /**
   * The service's health now. An unhealthy service returns 503: a `ServiceError` whose `body` has the cause, not retried.
   * @example const { status } = await payments.service.health();
   */
  health(options?: CallOptions): PaymentCall<Health> {
    return this.#perform(
      {
        name: "service.health",
        path: "/health",
        isPublic: true,
        retriedStatuses: retriedStatuses.filter((status) => status !== 503),
        check: expectObject<Health>,
      },
      options,
    );
  }

  /** The running version. @example const { version } = await payments.service.version(); */
  version(options?: CallOptions): PaymentCall<ServiceVersion> {
    return this.#perform(
      {
        name: "service.version",
        path: "/version",
        isPublic: true,
        check: expectObject<ServiceVersion>,
      },
      options,
    );
  }

  /**
   * Whether a client of this version is compatible with the service, and what is deprecated. Changes nothing, so retries are safe.
   * @param request default: this SDK and its version. `clientVersion` is compared with releases of the SDK, not of your store.
   * @example const { compatible } = await payments.service.check();
   */
  check(request: VersionCheckRequest = ownVersion, options?: CallOptions): PaymentCall<VersionCheck> {
    return this.#perform(
      {
        name: "service.check",
        method: "POST",
        path: "/version/check",
        body: request,
        isPublic: true,
        check: expectObject<VersionCheck>,
      },
      options,
    );
  }
}
