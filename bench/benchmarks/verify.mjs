// Verifies one 400-byte webhook, in this process: no server, one thread.
import { createHmac, timingSafeEqual } from "node:crypto";
import { verify as octokitVerify } from "@octokit/webhooks-methods";
import { verifySignature } from "@payment-sessions/webhook-verifier";
import { verifySignatureSync } from "@payment-sessions/webhook-verifier/node";
import { Webhook as StandardWebhook } from "standardwebhooks";
import Stripe from "stripe";
import { Webhook as SvixWebhook } from "svix";

const secret = "a-secret-of-thirty-two-characters";
const standardSecret = `whsec_${Buffer.from(secret).toString("base64")}`;
const body = JSON.stringify({ event: "transaction.status_changed", text: "x".repeat(350) });
const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

function inProcess(name, role, verifyOnce) {
  return {
    name,
    role,
    async run(seconds) {
      if (!(await verifyOnce())) throw new Error(`${name} rejected a valid signature`);
      const until = performance.now() + seconds * 1000;
      const cpuBefore = process.cpuUsage();
      const startedAt = performance.now();
      let count = 0;
      while (performance.now() < until) {
        for (let index = 0; index < 200; index += 1) {
          const result = verifyOnce();
          if (result instanceof Promise) await result;
        }
        count += 200;
      }
      const { user, system } = process.cpuUsage(cpuBefore);
      return { rate: (count / (performance.now() - startedAt)) * 1000, cpuMicroseconds: (user + system) / count };
    },
  };
}

function rawVerify() {
  const expected = createHmac("sha256", secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature.slice(7), "hex"));
}

/** Both check the time of signing too, so each payload is signed at the first call. */
function standardHeaders(webhook, prefix) {
  const id = "msg_1";
  const now = new Date();
  const headers = {
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: String(Math.floor(now.getTime() / 1000)),
    [`${prefix}-signature`]: webhook.sign(id, now, body),
  };
  return () => webhook.verify(body, headers) !== undefined;
}

/** @type {import("../measure/run-benchmark.mjs").Benchmark} */
export const verify = {
  name: "verify",
  title: "Verify a webhook of 400 bytes",
  unit: "verifications/s",
  aim: ">= 0.9 of node:crypto, first or level among the peers",
  isReached: ({ ratio, peers }) =>
    ratio("Payment Sessions, synchronous") >= 0.9 &&
    peers.every((peer) => ratio("Payment Sessions, synchronous") >= 0.95 * (ratio(peer) ?? 0)),
  async prepare() {
    const stripe = new Stripe("sk_test_bench");
    const stripeHeader = stripe.webhooks.generateTestHeaderString({ payload: body, secret });
    return {
      candidates: [
        inProcess("node:crypto, HMAC and timingSafeEqual", "ceiling", rawVerify),
        inProcess("Payment Sessions, synchronous", "ours", () => verifySignatureSync(body, signature, secret)),
        inProcess("Payment Sessions, any runtime", "ours", () => verifySignature(body, signature, secret)),
        inProcess("@octokit/webhooks-methods", "peer", () => octokitVerify(secret, body, signature)),
        inProcess("stripe", "peer", () => stripe.webhooks.signature.verifyHeader(body, stripeHeader, secret, 1e9)),
        inProcess("standardwebhooks", "peer", standardHeaders(new StandardWebhook(standardSecret), "webhook")),
        inProcess("svix", "peer", standardHeaders(new SvixWebhook(standardSecret), "svix")),
      ],
    };
  },
};
