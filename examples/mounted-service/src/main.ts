// Starts the host app on port 8080 (PORT) with the service's database in payments.db (DATABASE).
import { createServer } from "node:http";
import { createPaymentService, sqliteStorage } from "@payment-sessions/server-kit";
import { createHostApp } from "./host-app.js";

const port = Number(process.env.PORT ?? 8080);
const service = createPaymentService({
  baseUrl: `http://127.0.0.1:${port}/payments-service`,
  storage: sqliteStorage({ filename: process.env.DATABASE ?? "payments.db" }),
});
await service.start();

const app = createHostApp({ service, onNote: (note) => console.log("note", note) });
const server = createServer(app.callback()).listen(port, "127.0.0.1", () => {
  console.log(`Host: http://127.0.0.1:${port}/  Service: http://127.0.0.1:${port}/payments-service/health`);
});

let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);

async function stop(): Promise<void> {
  // In a terminal below npm, one Ctrl-C may arrive twice.
  if (isStopping) return;
  isStopping = true;
  // The service first, so that its requests and deliveries are finished; then the host's server.
  await service.stop();
  server.close();
  server.closeIdleConnections();
}
