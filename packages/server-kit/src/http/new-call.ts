// Builds the `Call` of a request: its id, its address, its parameters.
import type { Context } from "koa";
import type { RandomBytes } from "../domain/clock.js";
import { normalizeIban } from "../domain/iban.js";
import { createId } from "../domain/identifiers.js";
import type { Call } from "./call.js";
import { clientAddress } from "./client-address.js";
import type { Match } from "./match-endpoint.js";

export interface NewCallDependencies {
  randomBytes: RandomBytes;
  trustedProxyHops: number;
  /** Called when forwarded headers are sent although no proxy is trusted. */
  noteIgnoredForwarding(): void;
}

/** The call of a request that matches a path. */
export function newCall(dependencies: NewCallDependencies, ctx: Context, { endpoint, params }: Match): Call {
  const { randomBytes, trustedProxyHops } = dependencies;
  const call: Call = {
    ...unroutedCall(randomBytes, ctx),
    operation: endpoint?.operation,
    params,
    query: firstValues(ctx.query),
    address: clientAddress(ctx.req, trustedProxyHops),
  };
  if (trustedProxyHops === 0 && ctx.req.headers["x-forwarded-for"] !== undefined) {
    call.isAddressShared = true;
    dependencies.noteIgnoredForwarding();
  }
  return call;
}

/** The call of a request that matches no path: only its id is known. */
export function unroutedCall(randomBytes: RandomBytes, ctx: Context): Call {
  return {
    ctx,
    requestId: requestIdOf(ctx, randomBytes),
    operation: undefined,
    params: {},
    query: {},
    address: "",
    received: undefined,
    body: undefined,
    caller: undefined,
    user: undefined,
  };
}

const looksLikeKey = /_(live|test|legacy)_/;

/** A client's request id is kept when it is safe in headers and logs, and is neither an API key nor an IBAN. */
function requestIdOf(ctx: Context, randomBytes: RandomBytes): string {
  const given = ctx.get("x-request-id");
  if (given === "") return createId("req", randomBytes);
  const isPlain =
    /^[A-Za-z0-9._-]{1,128}$/.test(given) && !looksLikeKey.test(given) && normalizeIban(given) === undefined;
  return isPlain ? given : createId("req", randomBytes);
}

function firstValues(query: Context["query"]): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  for (const name in query) {
    const value = query[name];
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) values[name] = first;
  }
  return values;
}
