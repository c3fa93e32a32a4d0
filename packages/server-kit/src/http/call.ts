// The state of one request while it passes through an endpoint's steps, and the shape of an endpoint.
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

/** A panel user who authenticates with a session token. */
export interface SessionUser {
  userId: string;
  /** The user's store; undefined for operators, who may access all stores. */
  merchantId: string | undefined;
}

export interface Call {
  ctx: Context;
  requestId: string;
  operation: OperationContract | undefined;
  params: Record<string, string>;
  /** Each query parameter with its first value. */
  query: Record<string, string>;
  /** For rate limits and the audit log: an IPv4 address or an IPv6 /64; forwarded headers count only from configured proxies. */
  address: string;
  /** Forwarded headers were sent although no proxy is trusted: the address may be a proxy's, shared by many callers. */
  isAddressShared?: boolean;
  /** The bytes of the request body, or the value that a host's parser has already made of them. */
  received: ReceivedBody | undefined;
  /** The request body, parsed and validated. */
  body: JsonObject | undefined;
  caller: Caller | undefined;
  /** Set instead of `caller` on routes that accept a session. */
  user: SessionUser | undefined;
  /** The store that a page belongs to, once known; used by the log. API routes have it in `caller` or `user`. */
  merchantId?: string;
}

export type ReceivedBody = { kind: "bytes"; bytes: Uint8Array } | { kind: "parsed"; value: unknown };

/** A step reads from the call, adds to it, or refuses it by throwing; the last step sends the response. */
export type Step = (call: Call) => Promise<void> | void;

export interface Endpoint {
  method: "GET" | "POST";
  /** In the router's syntax, such as `/payments/:paymentId/status`. */
  path: string;
  /** The contract's description of the request and its responses; undefined for pages. */
  operation: OperationContract | undefined;
  steps: Step[];
  /** Renders a refusal as a page; left out, the refusal is sent as the contract's JSON. */
  sendRefusalPage?(call: Call, refusal: Refusal): void;
}

/** An endpoint of the contract, at the contract's own path. */
export function endpoint(operation: OperationContract, steps: Step[]): Endpoint {
  return {
    // The contract has only GET and POST operations; a test checks it.
    method: operation.method as Endpoint["method"],
    path: operation.path.replace(/\{([^}]+)\}/g, ":$1"),
    operation,
    steps,
  };
}

/** The authenticated caller. @throws Error when no authentication step ran before. */
export function callerOf({ caller }: Call): Caller {
  if (caller === undefined) throw new Error("This step needs an authenticated caller: put authentication before it.");
  return caller;
}

/** Sends JSON. respond.ts has already forbidden caching. */
export function sendJson({ ctx }: Call, status: number, body: object): void {
  ctx.status = status;
  ctx.type = "application/json";
  ctx.body = JSON.stringify(body);
}
