// payment-sessions demo: a service with one demo store, a test key, a receiver of its webhooks, and the links to open.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command, GivenOptions, OptionSpec } from "../command.js";
import type { CommandIo } from "../command-io.js";
import { databaseFile, postgresOptions } from "../database.js";
import { startDemoReceiver } from "../demo-receiver.js";
import { type DemoStore, openDemoPayment, prepareDemoStore } from "../demo-store.js";
import { databaseOptions, openService } from "../open-service.js";
import { chooseAddress, listenAndStopOnSignal, requireListenableHost } from "../serving.js";
import { servingOptions } from "./serve.js";

export const demoCommand: Command = {
  name: "demo",
  summary:
    "Runs the service on a temporary database with a demo store, a test key and a webhook receiver, and prints links to open.",
  options: [
    // A base URL of the environment is that of a service: the demo's links and credentials would lead there.
    ...servingOptions.map((spec) => (spec.name === "base-url" ? onlyAsArgument(spec) : spec)),
    {
      name: "webhook-url",
      value: "<url>",
      summary: "send webhooks to your store; default: a small receiver of the demo",
    },
    // The demo creates a store and keys, so it never uses the database of a configuration file or of the environment.
    ...databaseOptions
      .filter((spec) => spec.name !== "config" && !postgresOptions.includes(spec))
      .map((spec) =>
        spec.name === "database"
          ? { ...spec, value: "<file>", summary: "keep the demo's data in this file; default: a temporary file" }
          : spec,
      ),
  ],
  async run(given, io) {
    const database = demoDatabase(given);
    try {
      const { links, finished } = await startDemo(given, io, database.filename);
      return { document: links, text: describe(links), finished: finished.finally(database.remove) };
    } catch (error) {
      database.remove();
      throw error;
    }
  },
};

function onlyAsArgument({ name, value = "", summary }: OptionSpec): OptionSpec {
  return { name, value, summary };
}

async function startDemo(
  given: GivenOptions,
  io: CommandIo,
  filename: string,
): Promise<{ links: DemoLinks; finished: Promise<void> }> {
  await requireListenableHost(given);
  const address = await chooseAddress(given, io);
  const service = openService(
    { ...given, text: (name) => (name === "database" ? filename : given.text(name)) },
    { mayCreate: true, baseUrl: address.baseUrl, webhooks: { allowHttp: true, allowPrivateNetwork: true } },
  );
  const webhookUrl = given.text("webhook-url");
  const receiver = webhookUrl ? undefined : await startDemoReceiver();
  const stopReceiver = async () => receiver?.stop();
  const { finished } = await listenAndStopOnSignal(service, given, address, io, stopReceiver);
  try {
    const store = await prepareDemoStore(service, webhookUrl || (receiver?.webhookUrl ?? ""));
    receiver?.useSecret(store.webhookSecret);
    // Without the built-in receiver, a real store would receive events for an order that it does not have.
    const paymentUrl = receiver && (await openDemoPayment(address.listenUrl, store));
    const { baseUrl } = address;
    const links = { baseUrl, ...store, paymentUrl, receiverUrl: receiver?.pageUrl, panelUrl: `${baseUrl}/panel` };
    return { links, finished };
  } catch (error) {
    await Promise.all([service.stop(), stopReceiver()]);
    throw error;
  }
}

function demoDatabase(given: GivenOptions): { filename: string; remove: () => void } {
  if (given.origin("database") === "flag" && given.text("database")) {
    const filename = databaseFile(given, "the demo needs a file: give one, or leave it out.");
    return { filename, remove: () => {} };
  }
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-demo-"));
  return { filename: join(folder, "demo.db"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

interface DemoLinks extends DemoStore {
  baseUrl: string;
  paymentUrl: string | undefined;
  receiverUrl: string | undefined;
  panelUrl: string;
}

function describe(links: DemoLinks): string {
  return [
    `The demo runs at ${links.baseUrl} with the store "${links.merchantId}". No money moves: its key is a test key.`,
    "",
    "Open in a browser:",
    ...(links.paymentUrl === undefined ? [] : [`  a checkout page    ${links.paymentUrl}`]),
    ...(links.receiverUrl === undefined ? [] : [`  received webhooks  ${links.receiverUrl}`]),
    `  the panel          ${links.panelUrl}  (${links.panelEmail}, password ${links.panelPassword})`,
    `  health             ${links.baseUrl}/health`,
    "",
    "Or start a payment from a terminal:",
    `  curl ${links.baseUrl}/payments/initialize \\`,
    `    -H 'Authorization: Bearer ${links.apiKey}' -H 'Content-Type: application/json' \\`,
    `    -d '{"merchantId":"${links.merchantId}","orderId":"order-1","amountCents":1999,"currency":"EUR"}'`,
    "",
    `Webhooks are signed with the secret ${links.webhookSecret}`,
    "",
    "Press Ctrl-C to stop.",
  ].join("\n");
}
