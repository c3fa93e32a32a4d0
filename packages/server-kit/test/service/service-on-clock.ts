// A running service with an injected clock and a mailer that records, on a fresh storage.
import { createPaymentService, type MailMessage, type PaymentService } from "../../src/index.js";
import { closeAfterTest, serveInTest } from "../loopback.js";
import { silentLogger } from "../silent-logger.js";
import { freshStorage } from "../storages.js";

export interface ServiceOnClock {
  service: PaymentService;
  /** The address of the service, without a path. */
  origin: string;
  /** Sent mails, oldest first. */
  mailed: MailMessage[];
}

/** `controls.now` is the service's time; the service stops after the test. */
export async function openServiceOnClock(controls: { now: number }, baseUrl: string): Promise<ServiceOnClock> {
  const mailed: MailMessage[] = [];
  const service = createPaymentService({
    baseUrl,
    storage: freshStorage(),
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    rateLimits: false,
    logger: silentLogger,
    clock: { now: () => controls.now },
    mailer: { sendMail: async (mail) => void mailed.push(mail) },
  });
  closeAfterTest(() => service.stop());
  const origin = await serveInTest(service.callback());
  return { service, origin, mailed };
}
