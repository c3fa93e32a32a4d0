// A service in a separate process, on a database: it does one thing and kills itself with SIGKILL at a given
// point of its writing: before or after the n-th access to a record, or right after a commit. Exits normally
// when there is no such point.
import { createPaymentService } from "../../src/index.js";
import { fromArgument, storageAt } from "../storage-at.js";
import { createKillPoints } from "./kill-points.js";

const [database = "", encryptionKey = "", killAt = "0", action = "", given = "{}"] = process.argv.slice(2);
// The test that starts this process writes it.
const input = JSON.parse(given) as { now: number; body?: unknown; key?: string; paymentId?: string };

const points = createKillPoints(Number(killAt));

const service = createPaymentService({
  baseUrl: "http://127.0.0.1:1",
  storage: points.around(storageAt(fromArgument(database))),
  encryptionKey,
  rateLimits: false,
  clock: { now: () => input.now },
  webhooks: { allowHttp: true, allowPrivateNetwork: true },
});

if (action === "initialize") {
  const { listen } = await import("../listen.js");
  const { url: base, close } = await listen(service.callback());
  const headers = {
    Authorization: `Bearer ${input.key}`,
    "Content-Type": "application/json",
    "Idempotency-Key": "killed",
  };
  // The first call of a process also records the key's use, which is not tested here.
  await fetch(`${base}/payments/none/status`, { headers });
  points.arm();
  const response = await fetch(`${base}/payments/initialize`, {
    method: "POST",
    headers,
    body: JSON.stringify(input.body),
  });
  console.log(await response.text());
  await close();
} else {
  await service.payments.get("none");
  points.arm();
  const result = await service.payments.recordProviderEvent(input.paymentId ?? "", { type: "provider.success" });
  console.log(JSON.stringify(result));
}
points.disarm();
await service.stop();
