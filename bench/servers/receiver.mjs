// Receives webhooks: checks each signature once the secrets are set, responds with 204 in any case, and counts
// distinct deliveries.
import { createServer } from "node:http";
import { verifySignatureSync } from "@payment-sessions/webhook-verifier/node";
import { listen, serveParent } from "./serve-parent.mjs";

let secrets = [];
let seen = new Set();
let invalidSignatures = 0;
let awaited = { count: 0, resolve() {} };

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const secret = secrets[Number(request.url.slice(1))];
    const body = Buffer.concat(chunks);
    if (secret !== undefined && !verifySignatureSync(body, request.headers["x-service-signature"], secret))
      invalidSignatures += 1;
    seen.add(request.headers["x-service-delivery"]);
    response.writeHead(204).end();
    if (seen.size >= awaited.count) awaited.resolve(performance.timeOrigin + performance.now());
  });
});
serveParent(
  { port: await listen(server) },
  {
    setSecrets: (newSecrets) => {
      secrets = newSecrets;
    },
    reset: () => {
      seen = new Set();
      invalidSignatures = 0;
    },
    /** Resolves with the time at which `count` distinct deliveries had arrived, epoch milliseconds. */
    arrived: (count) =>
      seen.size >= count
        ? performance.timeOrigin + performance.now()
        : new Promise((resolve) => {
            awaited = { count, resolve };
          }),
    invalidSignatureCount: () => invalidSignatures,
  },
  () => server.closeAllConnections(),
);
