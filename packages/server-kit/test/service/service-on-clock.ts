// A running service with an injected clock and a mailer that records, on a fresh storage.
import { createServer } from "node:http";
import { createPaymentService, type MailMessage, type PaymentService } from "../../src/index.js";
import { silentLogger } from "../delivery/delivery-bench.js";
import { freshStorage } from "../storages.js";
import { closers, listen } from "./loopback.js";

export interface ServiceOnClock {
  service: PaymentService;
  /** The address of the service, without a path. */
  origin: string;
  /** Sent mails, oldest first. */
  mailed: MailMessage[];
}

/** `world.now` is the service's time; the service stops after the test. */
export async function openServiceOnClock(world: { now: number }, baseUrl: string): Promise<ServiceOnClock> {
  const mailed: MailMessage[] = [];
  const service = createPaymentService({
    baseUrl,
    storage: freshStorage(),
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    rateLimits: false,
    logger: silentLogger,
    clock: { now: () => world.now },
    mailer: { sendMail: async (mail) => void mailed.push(mail) },
  });
  closers.push(() => service.stop());
  const origin = await listen(createServer(service.callback()));
  return { service, origin, mailed };
}
