// The outcome of one send, and its effect on the delivery (spec/rules.md#delivery-rules, 1, 3 and 5).
import { limits } from "./generated/limits.js";

/**
 * Why there was no response. `aborted`: the service was shutting down; `internal`: the request could not be made, for example because the
 * secret cannot be unsealed.
 */
export type SendFailure =
  | "timeout"
  | "network"
  | "tls"
  | "blocked_address"
  | "invalid_response"
  | "invalid_url"
  | "internal"
  | "aborted";

export type SendOutcome =
  | {
      kind: "responded";
      httpStatus: number;
      /** Value of the Retry-After header. */
      retryAfter: string | undefined;
      /** The start of the response body as text, at most 4 KiB, not decompressed. */
      excerpt: string;
      isTruncated: boolean;
      /** In the form that `keptResponseHeaders` returns. */
      headers?: string | undefined;
      durationMs: number;
    }
  | {
      kind: "failed";
      reason: SendFailure;
      /** For the operator's log; never shown to the merchant. */
      detail: string;
      durationMs: number;
    };

/** `delivered`; `dead`: never retried automatically; `retry`. */
export type Verdict = "delivered" | "dead" | "retry";

const terminalStatuses: ReadonlySet<number> = new Set(limits.webhookTerminalStatuses);

/** The effect of an outcome: a 2xx is delivered, a terminal status of the contract is `dead`, everything else is retried. */
export function verdictOf(outcome: SendOutcome): Verdict {
  if (outcome.kind === "failed") return "retry";
  if (outcome.httpStatus >= 200 && outcome.httpStatus < 300) return "delivered";
  return terminalStatuses.has(outcome.httpStatus) ? "dead" : "retry";
}

/** The outcome word that is stored with the attempt. */
export function outcomeWord(outcome: SendOutcome): string {
  if (outcome.kind === "failed") return outcome.reason;
  const hundreds = Math.floor(outcome.httpStatus / 100);
  return hundreds === 2 ? "success" : `http_${hundreds}xx`;
}

/**
 * The failure in one sentence, as shown to the merchant; undefined for a success. A blocked address is reported like an unreachable one:
 * a stored result must not reveal anything about the service's own network.
 */
export function merchantMessage(outcome: SendOutcome): string | undefined {
  if (outcome.kind === "responded") {
    if (verdictOf(outcome) === "delivered") return undefined;
    const isRedirect = outcome.httpStatus >= 300 && outcome.httpStatus < 400;
    return isRedirect
      ? `The endpoint responded with ${outcome.httpStatus}; redirects are not followed.`
      : `The endpoint responded with ${outcome.httpStatus}.`;
  }
  return failureSentences[outcome.reason];
}

export const failureSentences: Readonly<Record<SendFailure, string>> = {
  timeout: "The endpoint did not respond in time.",
  network: "The endpoint could not be reached.",
  blocked_address: "The endpoint could not be reached.",
  tls: "A secure connection to the endpoint could not be established.",
  invalid_response: "The endpoint's response was not valid HTTP.",
  invalid_url: "The webhook URL cannot be used.",
  internal: "The attempt failed on our side.",
  aborted: "The attempt was interrupted on our side.",
};
