// The client that a merchant's backend makes once and calls everywhere.
import { type Configuration, configure, type PaymentSessionsOptions } from "./configuration.js";
import { createPerform } from "./operation.js";
import { Sessions } from "./operations/sessions.js";

/**
 * Client of the Payment Sessions service. Make one for each key and keep it.
 * @example
 * const payments = new PaymentSessions({ apiKey: process.env.PAYMENT_SESSIONS_API_KEY, baseUrl: "https://pay.example.com" });
 * @throws {UsageError} when an option cannot work, the key does not fit, or this is a browser
 */
export class PaymentSessions {
  readonly sessions: Sessions;

  constructor(options: PaymentSessionsOptions) {
    const configuration: Configuration = configure(options);
    const perform = createPerform(configuration);
    this.sessions = new Sessions(perform, configuration);
  }
}
