// Serves the mock on loopback and runs the Worker of worker.mjs against it, on the runtime given as the
// argument.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createMockService } from "@payment-sessions/sdk/mock";

const mock = createMockService();
const { merchantId } = await mock.stores.create({ name: "Tea shop" });
const { secret: apiKey } = await mock.apiKeys.issue({ merchantId, environment: "test" });
mock.failNext("initializeCustomPaymentSession", "lost-response");
mock.failNext("getPaymentStatus", "stall");
const { url: baseUrl } = await mock.serve();

const bindings = Object.entries({ baseUrl, apiKey, merchantId }).map(
  ([name, value]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(value)})`,
);
writeFileSync(
  "worker.capnp",
  `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [
  (name = "shop", worker = (
    modules = [(name = "worker", esModule = embed "bundle.mjs")],
    bindings = [${bindings.join(", ")}],
    compatibilityDate = "2026-01-01",
    globalOutbound = "loopback")),
  (name = "loopback", network = (allow = ["local"])),
]);\n`,
);
const worker = spawn(process.argv[2], ["test", "worker.capnp"], { stdio: "inherit" });
process.exitCode = await new Promise((resolve) => worker.on("close", (code) => resolve(code ?? 1)));
await mock.stop();
