// An operator's program under TypeScript: the server kit's types resolve, and none of them is `any`.
import { createPaymentService, sqliteStorage } from "@payment-sessions/server-kit";

const service = createPaymentService({
  baseUrl: "http://127.0.0.1:8080",
  storage: sqliteStorage({ filename: "payments.db" }),
});
export const created: Promise<{ merchantId: string }> = service.stores.create({ name: "Tea" });

// @ts-expect-error A service without storage is no service.
createPaymentService({ baseUrl: "http://127.0.0.1:8080" });
