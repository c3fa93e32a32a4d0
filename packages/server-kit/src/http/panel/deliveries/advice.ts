// Advice for a merchant about a delivery that does not arrive: the cause that its last response indicates, and the next step.
import type { DeliveryView } from "../../../flows/read-webhook-history.js";

/** Undefined while nothing has failed, or when nothing can be done. */
export function adviceFor({
  state,
  attempts,
}: {
  state: DeliveryView["state"];
  attempts: readonly Pick<DeliveryView["attempts"][number], "outcome" | "httpStatus">[];
}): string | undefined {
  const next = nextSteps[state];
  const last = attempts.at(-1);
  if (state === "parked") return next;
  if (next === undefined || last === undefined || last.outcome === "success" || last.outcome === "started")
    return undefined;
  // A send that was interrupted on our side gives no information about the endpoint.
  const cause = (last.httpStatus === null ? undefined : byStatus[last.httpStatus]) ?? byOutcome[last.outcome];
  return cause === undefined ? next : `${cause} ${next}`;
}

const nextSteps: Partial<Record<DeliveryView["state"], string>> = {
  pending: "It is tried again automatically; resend to try now.",
  dead: "This response ends the delivery. Fix the cause, then resend.",
  exhausted: "All attempts are used up. Fix the cause, then resend.",
  parked: "Every attempt was interrupted on our side, and none is left. Resend it to continue.",
};

const byStatus: Record<number, string> = {
  400: "The endpoint rejected the request as malformed. Check that no body parser changes the raw body before the signature is checked.",
  401: "The endpoint did not accept the signature. Check that it uses this store's current webhook secret, over the raw body.",
  403: "The endpoint rejected the request. Check firewall, bot protection and CSRF protection in front of it.",
  404: "The endpoint has no such path. Check the webhook URL and that the route accepts POST.",
  405: "The endpoint does not accept POST at this path. Check the webhook URL and the route.",
  410: "The endpoint responded that it no longer exists. Check the webhook URL.",
  413: "The body is too large for the endpoint. Accept at least 64 KiB.",
  415: "The endpoint does not accept this content type. Accept application/json.",
  429: "The endpoint limits the rate of requests. Exempt these deliveries.",
};

const unreachable =
  "The endpoint could not be reached. Check that its host name resolves to a public address, that the server is running and that its firewall allows the connection.";

const byOutcome: Record<string, string> = {
  http_3xx: "The endpoint responded with a redirect, which is not followed. Set the final address as the webhook URL.",
  http_4xx: "The endpoint rejected the request. Look for the delivery id in its log.",
  http_5xx: "The endpoint failed while it handled the request. Look for the delivery id in its log.",
  timeout: "The endpoint did not respond in time. Respond as soon as the event is stored, and do slow work afterwards.",
  tls: "A secure connection could not be made. Check that the certificate is valid for the host name and sent with its intermediates.",
  network: unreachable,
  // The same text, so that nothing about our own network is disclosed.
  blocked_address: unreachable,
  invalid_response: "The response of the endpoint is not valid HTTP. Check the proxy or server in front of it.",
  invalid_url: "The webhook URL cannot be used. Set a complete https URL.",
};
