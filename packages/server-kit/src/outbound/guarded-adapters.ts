// Guards a host's other adapters: order source, mailer, sign-in and logger.
import type { Logger } from "../domain/clock.js";
import { maskError } from "../domain/masked-error.js";
import type { AdapterCalls, AdapterOperation } from "./adapter-calls.js";
import type { Mailer } from "./mailer.js";
import type { OrderSource } from "./order-source.js";

const reading: AdapterOperation = {
  adapter: "order_source",
  operation: "findOrder",
  timeoutMs: 15_000,
  maxConcurrent: 64,
  circuit: "failures",
};
const sending: AdapterOperation = {
  adapter: "mailer",
  operation: "sendMail",
  timeoutMs: 60_000,
  maxConcurrent: 8,
  circuit: "failures",
};
const signingIn: AdapterOperation = {
  adapter: "sign_in",
  operation: "signIn",
  timeoutMs: 10_000,
  maxConcurrent: 100,
  // An error may be caused by one visitor's cookie.
  circuit: "timeouts",
};

/** The circuit is per store: one store's failing system does not affect others. */
export function guardOrderSource(calls: AdapterCalls, orders: OrderSource): OrderSource {
  return {
    findOrder: (wanted) => calls.call(reading, (signal) => orders.findOrder({ ...wanted, signal }), wanted.merchantId),
  };
}

export interface GuardedMailer extends Mailer {
  /** False while the mailer's circuit is open: mails are then not attempted. */
  isAvailable(): boolean;
}

export function guardMailer(calls: AdapterCalls, mailer: Mailer): GuardedMailer {
  return {
    isAvailable: () => calls.isAvailable(sending),
    sendMail: (message) => calls.call(sending, (signal) => mailer.sendMail({ ...message, signal })),
  };
}

/** `signIn` and `isSignedIn` of the panel's options. */
export function guardSignIn<Subject, Result>(
  calls: AdapterCalls,
  signIn: (subject: Subject, how: { signal: AbortSignal }) => Promise<Result>,
): (subject: Subject) => Promise<Result> {
  return (subject) => calls.call(signingIn, (signal) => signIn(subject, { signal }));
}

/**
 * Errors of a logger never affect the service: its lines are lost, and counted. An error in `err` is masked, because
 * loggers write its message and causes in full.
 */
export function guardLogger(logger: Logger, onFailure: () => void): Logger {
  const write = (level: keyof Logger) => (fields: object, message: string) => {
    try {
      // A host's logger may return anything, including a rejecting promise.
      const returned = logger[level](
        "err" in fields ? { ...fields, err: maskError(fields.err) } : fields,
        message,
      ) as unknown;
      if (returned instanceof Promise) returned.catch(onFailure);
    } catch {
      onFailure();
    }
  };
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}
