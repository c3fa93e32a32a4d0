// One instance of the service as a process, as on each machine behind a load balancer.
import { createPaymentService, postgresStorage } from "@payment-sessions/server-kit";

const service = createPaymentService({
  baseUrl: process.env.BASE_URL ?? "",
  storage: postgresStorage({ connectionString: process.env.DATABASE_URL, maxConnections: 8 }),
  encryptionKey: process.env.ENCRYPTION_KEY,
  environments: ["test"],
  rateLimits: false,
  logger: { debug() {}, info() {}, warn() {}, error: (...what: unknown[]) => console.error(...what) },
  webhooks: { allowHttp: true, allowPrivateNetwork: true },
});
process.once("SIGTERM", () => void service.stop());
await service.listen(Number(process.env.PORT));
process.send?.("listening");
process.disconnect?.();
