// Records the calls that the mock received with their responses. Secrets are masked by value wherever they occur.
import type { Fault } from "./faults.js";
import type { WireOutcome, WireRequest } from "./wire.js";

export interface JournalCall {
  /** Epoch milliseconds on the mock's clock. */
  at: number;
  transport: WireRequest["transport"];
  /** The operation's id in the contract; undefined for a call that is unknown to the service. */
  operation: string | undefined;
  method: string;
  /** The whole address, query included. */
  url: string;
  headers: Record<string, string>;
  /** Parsed JSON, text when it is none, undefined without a body. */
  body: unknown;
  fault: Fault | undefined;
  /** Undefined while it is in progress, and when no response arrived. */
  status: number | undefined;
  /** The response's body, in the form of `body`. */
  responseBody: unknown;
}

export interface Journal {
  begin(
    request: WireRequest,
    known: { operation: string | undefined; fault: Fault | undefined; at: number },
  ): OpenEntry;
  calls(): JournalCall[];
  /** Masks this value from now on. */
  keepSecret(value: string): void;
  /** Masks known secrets and everything that has the form of one. */
  hide(text: string): string;
  clear(): void;
}

export interface OpenEntry {
  call: JournalCall;
  end(outcome: WireOutcome): void;
}

const mask = "[masked]";
const secretHeaders = /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|api-key)$/;
const keyForm = /\b[a-z][a-z0-9]{1,9}_(?:live|test|legacy)_[A-Za-z0-9]{6,}|\bwhs_[A-Za-z0-9]{6,}/g;
const ibanForm = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/gi;
/** Masking shorter values would mask ordinary words. */
const shortestSecret = 6;

export function createJournal(): Journal {
  const secrets = new Set<string>();
  let calls: JournalCall[] = [];

  return {
    begin(request, { operation, fault, at }) {
      const token = /^\s*\S+\s+(\S+)\s*$/.exec(String(request.headers.authorization ?? ""))?.[1] ?? "";
      const hide = (text: string) => maskText(text, [...secrets, token]);
      const call: JournalCall = {
        at,
        transport: request.transport,
        operation,
        method: request.method,
        url: hide(request.origin + request.target),
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [
            name,
            secretHeaders.test(name) ? mask : hide(String(value ?? "")),
          ]),
        ),
        body: readBody(hide(new TextDecoder().decode(request.body))),
        fault,
        status: undefined,
        responseBody: undefined,
      };
      calls.push(call);
      return {
        call,
        end(outcome) {
          if (outcome.kind === "dropped") return;
          call.status = outcome.status;
          call.responseBody = readBody(hide(outcome.body ?? ""));
        },
      };
    },
    calls: () => [...calls],
    keepSecret(value) {
      secrets.add(value);
    },
    hide: (text) => maskText(text, [...secrets]),
    clear() {
      calls = [];
    },
  };
}

function maskText(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const secret of secrets) {
    if (secret.length >= shortestSecret) masked = masked.split(secret).join(mask);
  }
  return masked.replace(keyForm, mask).replace(ibanForm, mask);
}

function readBody(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
