// C9: agents of every undici major as the client's `dispatcher`, on this runtime: each either works or is
// refused when the client is created. No call may fail because of the agent.
import { createServer, Agent as HttpAgent } from "node:http";
import { PaymentSessions } from "@payment-sessions/sdk";

const status = { paymentId: "pay_1", orderId: "1", status: "pending" };
const server = createServer((_request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(status));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const baseUrl = `http://127.0.0.1:${server.address().port}`;
const make = (options) => new PaymentSessions({ apiKey: "ps_test_key", baseUrl, maxRetries: 0, ...options });
const results = [];

for (const major of [6, 7, 8]) {
  const undici = await import(`undici-${major}`).catch((error) => error);
  if (undici instanceof Error) {
    results.push(`undici ${major}: does not load here`);
    continue;
  }
  for (const name of ["Agent", "EnvHttpProxyAgent", "RetryAgent", "composed", "MockAgent"]) {
    const own = await callThrough(undici, name, { fetch: undici.fetch });
    if (own !== "works") throw new Error(`undici ${major}, ${name}, with its own fetch: ${own}`);
    const platform = await callThrough(undici, name, {});
    // A mock does not reveal which kind it is: the client accepts it, and the merchant's test shows whether
    // it works.
    if (name === "MockAgent") continue;
    if (platform !== "works" && platform !== "refused") throw new Error(`undici ${major}, ${name}: ${platform}`);
    results.push(`undici ${major}, ${name}: ${platform}`);
  }
}
for (const dispatcher of [new HttpAgent(), {}, "http://proxy.test", null]) {
  if (refusalOf(() => make({ dispatcher })) === undefined)
    throw new Error(`accepted as a dispatcher: ${String(dispatcher)}`);
}
server.close();
server.closeAllConnections();
console.log(results.join("\n"));
// The runtime's own undici must be usable, and merchants need at least one agent of the newest major that
// works.
const own = Number.parseInt(process.versions.undici, 10);
if (results.includes(`undici ${own}, Agent: refused`)) throw new Error("the runtime's own undici is refused");
console.log("dispatchers done");
process.exit(0);

/** `works`, `refused` when the client was created, or the outcome of the call. */
async function callThrough(undici, name, options) {
  const agent = makeAgent(undici, name);
  let payments;
  const refusal = refusalOf(() => {
    payments = make({ dispatcher: agent, ...options });
  });
  if (refusal !== undefined) return refusal;
  const result = await payments.sessions.status("pay_1").safe();
  return result.ok ? "works" : `the call failed: ${result.error.message}, ${result.error.cause}`;
}

function makeAgent({ Agent, EnvHttpProxyAgent, MockAgent, RetryAgent, interceptors }, name) {
  if (name === "MockAgent") {
    const agent = new MockAgent();
    const headers = { "content-type": "application/json" };
    agent.get(baseUrl).intercept({ path: "/payments/pay_1/status" }).reply(200, status, { headers });
    return agent;
  }
  if (name === "Agent") return new Agent();
  if (name === "EnvHttpProxyAgent") return new EnvHttpProxyAgent();
  if (name === "RetryAgent") return new RetryAgent(new Agent(), { maxRetries: 1 });
  return new Agent().compose(interceptors.redirect({ maxRedirections: 0 }));
}

function refusalOf(work) {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error.kind !== "usage" || error.code !== "INVALID_OPTION") throw error;
    return "refused";
  }
}
