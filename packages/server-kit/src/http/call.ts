// One request on its way through our steps: what has been learnt about it so far.
import type { Context } from "koa";
import type { ApiKey } from "../domain/api-key.js";
import type { JsonObject } from "../domain/json.js";
import type { Refusal } from "../domain/refusal.js";
import type { Store } from "../domain/store.js";
import type { OperationContract } from "./generated/contract.js";

export interface Caller {
  key: ApiKey;
  store: Store;
}

/** A panel user who calls with the token of a session. */
export interface SessionUser {
  userId: string;
  /** The user's store; undefined for operators, who see all. */
  merchantId: string | undefined;
}

export interface Call {
  ctx: Context;
  requestId: string;
  operation: OperationContract | undefined;
  params: Record<string, string>;
  /** Each query name with its first value. */
  query: Record<string, string>;
  /** Network address that rate limits count by; forwarded headers only from configured proxies. */
  address: string;
  /** Forwarded headers came although no proxy is trusted: the address may be that of a proxy, and many callers'. */
  isAddressShared?: boolean;
  /** The request body's bytes, or what a host's parser has made of them. */
  received: ReceivedBody | undefined;
  /** The request body, parsed and checked. */
  body: JsonObject | undefined;
  caller: Caller | undefined;
  /** Set instead of `caller` on the routes that take a session. */
  user: SessionUser | undefined;
  /** The store that a page belongs to, once it is known; for the log. Routes of the API have it in `caller` or `user`. */
  merchantId?: string;
}

export type ReceivedBody = { kind: "bytes"; bytes: Uint8Array } | { kind: "parsed"; value: unknown };

/** A step looks, learns, or refuses by throwing; the last one answers. */
export type Step = (call: Call) => Promise<void> | void;

export interface Endpoint {
  method: "GET" | "POST";
  /** In the router's form, such as `/payments/:paymentId/status`. */
  path: string;
  /** Where the contract says how the endpoint is called and what it answers; pages have none. */
  operation: OperationContract | undefined;
  steps: Step[];
  /** How a refusal looks on a page for people; left out, it is the contract's JSON. */
  sendRefusal?(call: Call, refusal: Refusal): void;
}

/** An endpoint of the contract, at the contract's own path. */
export function endpoint(operation: OperationContract, steps: Step[]): Endpoint {
  return {
    // Sound: the contract has GET and POST operations only; a test checks it.
    method: operation.method as Endpoint["method"],
    path: operation.path.replace(/\{([^}]+)\}/g, ":$1"),
    operation,
    steps,
  };
}

/** The caller that authentication found. @throws Error when no such step came before. */
export function callerOf({ caller }: Call): Caller {
  if (caller === undefined) throw new Error("This step needs an authenticated caller: put authentication before it.");
  return caller;
}

/** Answers with JSON that nobody may cache. */
export function answerJson({ ctx }: Call, status: number, body: object): void {
  ctx.status = status;
  ctx.type = "application/json";
  ctx.body = JSON.stringify(body);
}
