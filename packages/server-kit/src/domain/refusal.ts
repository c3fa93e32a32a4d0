// The error of a rule that rejects a request. What the caller may read (`code`, `message`, `details`) is separate from what the operator
// reads (`cause`). http/send-refusal.ts turns refusals into responses; any other error is a bug.
import { type ErrorCode, errorTable } from "./generated/error-table.js";

/** One violated rule: where, which rule, and what would be valid. */
export interface RefusalDetail {
  /** JSON path in the request, such as `senderIban` or `metadata.cart[2]`. */
  path: string;
  /** A stable word for the rule. */
  rule: string;
  message: string;
}

export interface RefusalOptions {
  /** Overrides the message of the error table. States what was wrong and what would be valid; never contains a secret. */
  message?: string;
  details?: RefusalDetail[] | Record<string, unknown>;
  /** Further fields of the body, such as `currentStatus` or `reason`. */
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

/** The refusal of input that violates one rule. */
export function invalidInput(violation: RefusalDetail): Refusal {
  const message = `${violation.path} ${violation.message}`;
  return new Refusal("VALIDATION_ERROR", { message, details: [violation] });
}

/** @throws Refusal VALIDATION_ERROR that lists every violation, when there is one. */
export function requireNoViolations(violations: RefusalDetail[]): void {
  const [first] = violations;
  if (first === undefined) return;
  if (violations.length === 1) throw invalidInput(first);
  const message = `${violations.length} rules are violated; details lists each of them`;
  throw new Refusal("VALIDATION_ERROR", { message, details: violations });
}
