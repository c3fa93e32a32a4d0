// What came of one send, and what that means for the delivery (spec/rules.md#delivery-rules, 1, 3 and 5).
import { limits } from "./generated/limits.js";

/** Why no answer arrived. `aborted`: we were shutting down; `internal`: the send could not be made, such as a secret that cannot be opened. */
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
      kind: "answered";
      httpStatus: number;
      /** Value of the Retry-After header. */
      retryAfter: string | undefined;
      /** The start of the answer's body as text, at most 4 KiB, as it came over the wire. */
      excerpt: string;
      isTruncated: boolean;
      durationMs: number;
    }
  | {
      kind: "failed";
      reason: SendFailure;
      /** For the operator's log; never shown to the shop. */
      detail: string;
      durationMs: number;
    };

/** `delivered`; `dead`: never to be tried again by itself; `retry`. */
export type Verdict = "delivered" | "dead" | "retry";

const terminalStatuses: ReadonlySet<number> = new Set(limits.webhookTerminalStatuses);

export function verdictOf(outcome: SendOutcome): Verdict {
  if (outcome.kind === "failed") return "retry";
  if (outcome.httpStatus >= 200 && outcome.httpStatus < 300) return "delivered";
  return terminalStatuses.has(outcome.httpStatus) ? "dead" : "retry";
}

/** The word that is kept with the attempt. */
export function outcomeWord(outcome: SendOutcome): string {
  if (outcome.kind === "failed") return outcome.reason;
  const hundreds = Math.floor(outcome.httpStatus / 100);
  return hundreds === 2 ? "success" : `http_${hundreds}xx`;
}

/**
 * The one sentence that the shop sees. An address that we refuse reads like one that does not answer: a stored result must not
 * tell what stands in our own network.
 */
export function merchantMessage(outcome: SendOutcome): string | undefined {
  if (outcome.kind === "answered") {
    if (verdictOf(outcome) === "delivered") return undefined;
    const isRedirect = outcome.httpStatus >= 300 && outcome.httpStatus < 400;
    return isRedirect
      ? `The endpoint answered ${outcome.httpStatus}; redirects are not followed.`
      : `The endpoint answered ${outcome.httpStatus}.`;
  }
  return failureSentences[outcome.reason];
}

const failureSentences: Record<SendFailure, string> = {
  timeout: "The endpoint did not answer in time.",
  network: "The endpoint could not be reached.",
  blocked_address: "The endpoint could not be reached.",
  tls: "A secure connection to the endpoint could not be made.",
  invalid_response: "The endpoint's answer was not valid HTTP.",
  invalid_url: "The endpoint's address cannot be used.",
  internal: "The send failed on our side and is repeated.",
  aborted: "The send was cut off on our side and is repeated.",
};
