// `npm start`: builds what is older than its sources, then runs the demo service and the example store beside
// it until Ctrl-C.
// Arguments are passed to `payment-sessions demo`: npm start -- --port 8081 --database demo.db
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runTool } from "./check/run-command.mjs";
import { staleFolders } from "./start/stale-folders.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const shopFolder = join(root, "examples", "merchant-shop");
/** @type {Set<import("node:child_process").ChildProcess>} */
const children = new Set();
let isStopping = false;

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop(0));
// npm sends SIGTERM to its shell only; this process detects that the shell has ended by its new parent id.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop(0), 500).unref();
await build();
await run(process.argv.slice(2));

/** Without type declarations, which nothing here reads: `npm run build` makes those too, which is slower. */
async function build() {
  for (const folder of staleFolders(root)) {
    console.log(`Building ${folder} …`);
    const { isOk, output } = await runTool(root, "tsup", ["--no-dts"], { cwd: join(root, folder) });
    if (!isOk) {
      console.error(output);
      process.exit(1);
    }
  }
}

async function run(demoArguments) {
  const shopPort = await choosePort(3000);
  const shopUrl = `http://127.0.0.1:${shopPort}`;
  const demo = start(
    [
      join(root, "packages/server-kit/bin/payment-sessions.js"),
      "demo",
      "--json",
      "--webhook-url",
      `${shopUrl}/webhooks/payment-sessions`,
      ...demoArguments,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const links = await firstDocument(demo);
  if (links === undefined || links.baseUrl === undefined) return;
  start([join(shopFolder, "dist/main.js")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PAYMENT_SESSIONS_BASE_URL: links.baseUrl,
      PAYMENT_SESSIONS_API_KEY: links.apiKey,
      PAYMENT_SESSIONS_MERCHANT_ID: links.merchantId,
      PAYMENT_SESSIONS_WEBHOOK_SECRET: links.webhookSecret,
      SHOP_PORT: String(shopPort),
      SHOP_URL: shopUrl,
      SHOP_ORDERS_FILE: ordersFile(demoArguments),
    },
  });
  await untilResponding(shopUrl);
  if (!isStopping) console.log(describe(links, shopUrl));
}

function describe({ baseUrl, merchantId, apiKey, panelUrl, panelEmail, panelPassword }, shopUrl) {
  return `
The store:    ${shopUrl}/          buy something, pay in the sandbox, see the order turn paid
The panel:    ${panelUrl}     ${panelEmail}, password ${panelPassword}
The service:  ${baseUrl}/health    its state; the store is "${merchantId}", with a test key: no money moves

Or start a payment from a terminal; the response's paymentUrl is the buyer's page:

  curl ${baseUrl}/payments/initialize \\
    -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' \\
    -d '{"merchantId":"${merchantId}","orderId":"order-1","amountCents":1999,"currency":"EUR"}'

The store has no such order and responds to its webhooks with 500: the panel shows how they are retried.

Ctrl-C stops both.`;
}

/**
 * The store's orders are kept as long as the service's database: in a file beside the named one, or for this
 * run only.
 */
function ordersFile(demoArguments) {
  const { values } = parseArgs({ args: demoArguments, options: { database: { type: "string" } }, strict: false });
  const database = values.database ?? process.env.PAYMENT_SESSIONS_DATABASE;
  if (typeof database === "string" && database !== "") return `${database}.orders.jsonl`;
  const folder = mkdtempSync(join(tmpdir(), "merchant-shop-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "orders.jsonl");
}

/** The whole demo ends when one of its processes does. */
function start(argv, options) {
  const child = spawn(process.execPath, argv, options);
  children.add(child);
  child.on("exit", (code) => {
    children.delete(child);
    stop(code ?? 1);
  });
  return child;
}

/** When the signal came from a terminal both processes have received it already; a second one changes nothing. */
function stop(exitCode) {
  if (!isStopping) {
    isStopping = true;
    process.exitCode = exitCode;
  }
  for (const child of children) child.kill("SIGTERM");
}

/** The JSON document that the demo prints when it is ready; undefined when it ended without one. */
function firstDocument(child) {
  return new Promise((resolve) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (piece) => {
      text += piece;
      try {
        resolve(JSON.parse(text));
      } catch {
        // The document is incomplete.
      }
    });
    child.on("exit", () => resolve(undefined));
  });
}

async function untilResponding(url) {
  for (let attempt = 0; attempt < 100 && !isStopping; attempt += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The requested port on loopback, or any free one. */
async function choosePort(wanted) {
  const probe = createServer();
  const listen = (port) =>
    new Promise((resolve, reject) => probe.once("error", reject).listen(port, "127.0.0.1", () => resolve(undefined)));
  await listen(wanted).catch(() => listen(0));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
