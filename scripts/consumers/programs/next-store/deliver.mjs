// Starts the built store and delivers to each of its routes: an authentic delivery, an altered one, one that
// is not JSON.
import { spawn } from "node:child_process";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";

const secret = "a secret that is long enough for a test of it";
const port = await new Promise((resolve) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});
// C2: a service whose payment advances with each status request.
const statuses = ["pending", "confirming", "completed"];
let looks = 0;
const service = createHttpServer((_request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ orderId: "1", status: statuses[looks++] }));
});
await new Promise((resolve) => service.listen(0, "127.0.0.1", resolve));
const server = spawn(
  process.execPath,
  ["node_modules/next/dist/bin/next", "start", "-p", String(port), "-H", "127.0.0.1"],
  {
    env: {
      ...process.env,
      WEBHOOK_SECRET: secret,
      PAYMENT_SESSIONS_API_KEY: "ps_test_key",
      PAYMENT_SESSIONS_BASE_URL: `http://127.0.0.1:${service.address().port}`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  },
);
await new Promise((resolve, reject) => {
  server.once("exit", () => reject(new Error("next start has ended")));
  server.stdout.on("data", (text) => {
    process.stdout.write(text);
    if (/Ready in/.test(text)) resolve();
  });
});

const routes = {
  "/hooks/node": [200, 401],
  "/hooks/edge": [200, 401],
  "/api/hooks": [200, 401],
  "/api/edge": [200, 401],
  "/api/parsed": [500, 500],
};
const { body, headers } = await signWebhook({ body: createEvent({ order_id: "1001" }), secret });
const altered = new TextEncoder().encode(new TextDecoder().decode(body).replace("1001", "1002"));
let failures = 0;
for (const [path, expected] of Object.entries(routes)) {
  for (const [index, sent] of [body, altered].entries()) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body: sent });
    const text = await response.text();
    if (response.status === expected[index]) continue;
    failures += 1;
    console.error(`${path}: ${response.status} and not ${expected[index]}: ${text}`);
  }
}
const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
if (!page.replaceAll("<!-- -->", "").includes("order 1001 is authentic")) {
  failures += 1;
  console.error(`the page says: ${page}`);
}
for (const status of statuses) {
  const seen = await (await fetch(`http://127.0.0.1:${port}/payment/pay_1`)).text();
  if (seen.replaceAll("<!-- -->", "").includes(`payment is ${status}`)) continue;
  failures += 1;
  console.error(`C2: not ${status} but ${seen}`);
}
service.close();
server.kill();
console.log(failures === 0 ? "all routes passed" : `${failures} failures`);
process.exit(failures === 0 ? 0 : 1);
