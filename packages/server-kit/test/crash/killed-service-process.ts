// A service of its own on a database file that does one thing and kills itself with SIGKILL at a given point of its writing:
// before or after the n-th touch of a record, or right after a commit. Ends by itself when there is no such point.
import { createPaymentService, type Storage, sqliteStorage } from "../../src/index.js";

const [filename = "", encryptionKey = "", killAt = "0", action = "", given = "{}"] = process.argv.slice(2);
// Sound: the test that starts this process writes it.
const input = JSON.parse(given) as { now: number; body?: unknown; key?: string; paymentId?: string };

let point = 0;
let isArmed = false;

function passPoint(): void {
  if (!isArmed) return;
  point += 1;
  if (point === Number(killAt)) process.kill(process.pid, "SIGKILL");
}

/** Every method of every kind of record, with a point before and after. */
function guarded<Records extends object>(records: Records): Records {
  return new Proxy(records, {
    get(target, name, receiver) {
      const found: unknown = Reflect.get(target, name, receiver);
      if (typeof found === "function") {
        return async (...args: unknown[]) => {
          passPoint();
          const result: unknown = await Reflect.apply(found, target, args);
          passPoint();
          return result;
        };
      }
      return typeof found === "object" && found !== null ? guarded(found) : found;
    },
  });
}

function killingStorage(storage: Storage): Storage {
  return {
    ...storage,
    async write(work) {
      const result = await storage.write((records) => work(guarded(records)));
      passPoint();
      return result;
    },
  };
}

const service = createPaymentService({
  baseUrl: "http://127.0.0.1:1",
  storage: killingStorage(sqliteStorage({ filename })),
  encryptionKey,
  rateLimits: false,
  clock: { now: () => input.now },
  webhooks: { allowHttp: true, allowPrivateNetwork: true },
});

if (action === "initialize") {
  const { createServer } = await import("node:http");
  const server = createServer(service.callback());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const base = `http://127.0.0.1:${port}`;
  const headers = {
    Authorization: `Bearer ${input.key}`,
    "Content-Type": "application/json",
    "Idempotency-Key": "killed",
  };
  // The first call of a process also notes the key's use: not what is looked at here.
  await fetch(`${base}/payments/none/status`, { headers });
  isArmed = true;
  const response = await fetch(`${base}/payments/initialize`, {
    method: "POST",
    headers,
    body: JSON.stringify(input.body),
  });
  console.log(await response.text());
  server.close();
} else {
  await service.payments.get("none");
  isArmed = true;
  const result = await service.payments.recordProviderEvent(input.paymentId ?? "", { type: "provider.success" });
  console.log(JSON.stringify(result));
}
isArmed = false;
await service.stop();
