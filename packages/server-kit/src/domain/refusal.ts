// How a rule says no. What the caller may read (`code`, `message`, `details`) is apart from what the operator should read (`cause`).
// One file in http/ turns refusals into answers; any other error is a bug.
import { type ErrorCode, errorTable } from "./generated/error-table.js";

/** One rule that a request broke: where, which one, and what would be right. */
export interface RefusalDetail {
  /** JSON path in the request, such as `senderIban` or `metadata.cart[2]`. */
  path: string;
  /** A stable word for the rule. */
  rule: string;
  message: string;
}

export interface RefusalOptions {
  /** Instead of the table's message. Says what was wrong and what would be right; never a secret. */
  message?: string;
  details?: RefusalDetail[] | Record<string, unknown>;
  /** More fields of the body, such as `currentStatus` or `reason`. */
  fields?: Record<string, string | number>;
  /** Seconds for the Retry-After header. */
  retryAfterSeconds?: number;
  /** For the log only. */
  cause?: unknown;
}

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ErrorCode;
  readonly details: RefusalOptions["details"];
  readonly fields: Record<string, string | number>;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(options.message ?? errorTable[code].message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.fields = options.fields ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** @throws Refusal VALIDATION_ERROR that lists every broken rule, when there is any. */
export function requireNoFaults(faults: RefusalDetail[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const message =
    faults.length === 1
      ? `${first.path} ${first.message}`
      : `${faults.length} rules are broken; details names each of them`;
  throw new Refusal("VALIDATION_ERROR", { message, details: faults });
}
