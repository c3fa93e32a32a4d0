// Sends events to test payments, with test keys only.

import type { KeyKind } from "../api-key.js";
import type { SandboxRequest, SandboxResult } from "../api-types.js";
import type { CallOptions } from "../call-options.js";
import { refusal } from "../errors.js";
import type { SandboxEvent } from "../generated/enums.js";
import { checkIdentifier, checkText } from "../identifiers.js";
import { expectObject, type Perform } from "../operation.js";
import type { PaymentCall } from "../payment-call.js";

export class Sandbox {
  readonly #perform: Perform;
  readonly #keyKind: KeyKind;

  constructor(perform: Perform, keyKind: KeyKind) {
    this.#perform = perform;
    this.#keyKind = keyKind;
  }

  /**
   * Sends an event to a test payment. `accepted: false` means that the event is not allowed in its state and changed nothing.
   * An event is retried only when it certainly was not processed.
   * @throws {UsageError} `TEST_KEY_REQUIRED` with a live key
   * @example await payments.sandbox.send(paymentId, "provider_success");
   */
  send(paymentId: string, event: SandboxEvent | SandboxRequest, options?: CallOptions): PaymentCall<SandboxResult> {
    const body = typeof event === "string" ? { event } : event;
    return this.#perform(
      {
        name: "sandbox.send",
        method: "POST",
        path: "/sandbox/payments/{paymentId}/events",
        params: { path: { paymentId } },
        body,
        retry: "unprocessed",
        refuse: () => {
          if (this.#keyKind === "live") {
            throw refusal("TEST_KEY_REQUIRED", "The sandbox accepts test keys only, and the client has a live key.");
          }
          checkIdentifier("paymentId", paymentId);
          checkText("event", body?.event);
        },
        check: expectObject<SandboxResult>,
      },
      options,
    );
  }
}
