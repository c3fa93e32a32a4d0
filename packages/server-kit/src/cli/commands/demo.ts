// payment-sessions demo: a service with one demo store, a test key, a receiver of its webhooks, and the links to open.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PaymentService } from "../../create-payment-service.js";
import type { Command, GivenOptions } from "../command.js";
import { startDemoReceiver } from "../demo-receiver.js";
import { openDemoPayment, prepareDemoStore } from "../demo-store.js";
import { databaseOptions, openService } from "../open-service.js";
import { chooseAddress, listenUntilStopped } from "../serving.js";
import { servingOptions } from "./serve.js";

export const demoCommand: Command = {
  name: "demo",
  summary:
    "Runs the service on a throw-away database with one demo store, a test key and a receiver of its webhooks, and prints links to open.",
  options: [
    ...servingOptions,
    {
      name: "webhook-url",
      value: "<url>",
      summary: "deliver to this shop of yours; a small receiver is started when it is left out",
    },
    ...databaseOptions.map((spec) =>
      spec.name === "database"
        ? { ...spec, summary: "keep the demo in this file; a temporary one when left out" }
        : spec,
    ),
  ],
  async run(given, io) {
    const address = await chooseAddress(given);
    const { filename, removeFile } = demoDatabase(given);
    const service = openService(
      { ...given, text: (name) => (name === "database" ? filename : given.text(name)) },
      { mayCreate: true, baseUrl: address.baseUrl, webhooks: { allowHttp: true, allowPrivateNetwork: true } },
    );
    const ownUrl = given.text("webhook-url");
    const receiver = ownUrl ? undefined : await startDemoReceiver();
    const { finished } = await listenUntilStopped(service, address, io, async () => {
      await receiver?.stop();
    });
    const prepared = await prepare(service, address.listenUrl, ownUrl || (receiver?.webhookUrl ?? "")).catch(
      async (error: unknown) => {
        await Promise.all([service.stop(), receiver?.stop()]);
        removeFile();
        throw error;
      },
    );
    receiver?.useSecret(prepared.webhookSecret);
    const links = { baseUrl: address.baseUrl, ...prepared, receiverUrl: receiver?.pageUrl };
    return { document: links, text: describe(links), finished: finished.finally(removeFile) };
  },
};

async function prepare(service: PaymentService, serviceUrl: string, webhookUrl: string) {
  const store = await prepareDemoStore(service, webhookUrl);
  return { ...store, paymentUrl: await openDemoPayment(serviceUrl, store) };
}

function demoDatabase(given: GivenOptions): { filename: string; removeFile: () => void } {
  const kept = given.text("database");
  if (kept) return { filename: kept, removeFile: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-demo-"));
  return { filename: join(folder, "demo.db"), removeFile: () => rmSync(folder, { recursive: true, force: true }) };
}

function describe(links: {
  baseUrl: string;
  merchantId: string;
  apiKey: string;
  paymentUrl: string;
  receiverUrl: string | undefined;
}): string {
  return [
    `The demo runs at ${links.baseUrl} with the store "${links.merchantId}". No money moves: its key is a test key.`,
    "",
    "Open:",
    `  a checkout page    ${links.paymentUrl}`,
    ...(links.receiverUrl === undefined ? [] : [`  received webhooks  ${links.receiverUrl}`]),
    `  health             ${links.baseUrl}/health`,
    "",
    "Or start a payment from a terminal:",
    `  curl ${links.baseUrl}/payments/initialize \\`,
    `    -H 'Authorization: Bearer ${links.apiKey}' -H 'Content-Type: application/json' \\`,
    `    -d '{"merchantId":"${links.merchantId}","orderId":"order-1","amountCents":1999,"currency":"EUR"}'`,
    "",
    "Ctrl-C stops it.",
  ].join("\n");
}
