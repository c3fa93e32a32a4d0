// Calls any route of the API description with its types. They follow `paths`, so a new route needs no new method.
import type { CallOptions } from "./call-options.js";
import { refuseUnknownNames } from "./configuration.js";
import type { paths } from "./generated/api.js";
import type { GivenFields } from "./given-fields.js";
import { checkIdentifier } from "./identifiers.js";
import { isObject } from "./is-object.js";
import { expectSomething, type Perform } from "./operation.js";
import { describeInitialization } from "./operations/initialization.js";
import type { PaymentCall } from "./payment-call.js";
import type { Unacceptable } from "./read-response.js";
import { refusedValue } from "./refused-value.js";

type Verb = "get" | "post" | "put" | "patch" | "delete";

/** A method of the description in either case; HEAD is allowed wherever GET is. */
export type RequestMethod = Verb | "head" | Uppercase<Verb | "head">;

type VerbOf<Method extends RequestMethod> = Lowercase<Method> extends "head" ? "get" : Lowercase<Method>;

/** Paths that have this method. */
export type PathFor<Method extends RequestMethod> = {
  [Path in keyof paths]: paths[Path] extends { [Known in VerbOf<Method>]: { responses: unknown } } ? Path : never;
}[keyof paths];

type OperationAt<Method extends RequestMethod, Path extends keyof paths> =
  VerbOf<Method> extends keyof paths[Path] ? paths[Path][VerbOf<Method>] : never;

type PathParams<Op> = Op extends { parameters: { path: infer Params extends object } } ? { path: Params } : unknown;
type QueryParams<Op> = Op extends { parameters: { query: infer Query extends object } }
  ? { query: GivenFields<Query> }
  : Op extends { parameters: { query?: infer Query } }
    ? [Exclude<Query, undefined>] extends [never]
      ? unknown
      : { query?: GivenFields<Query> | undefined }
    : unknown;
type Params<Op> = PathParams<Op> & QueryParams<Op>;
type ParamsField<Op> =
  unknown extends Params<Op>
    ? unknown
    : Record<never, never> extends Params<Op>
      ? { params?: Params<Op> | undefined }
      : { params: Params<Op> };
type BodyField<Op> = Op extends { requestBody: { content: { "application/json": infer Body } } }
  ? { body: GivenFields<Body> }
  : unknown;

/** `params`, `body` and the options of the call. */
export type RequestInitFor<Method extends RequestMethod, Path extends keyof paths> = CallOptions &
  ParamsField<OperationAt<Method, Path>> &
  BodyField<OperationAt<Method, Path>>;

export type RequestArguments<Method extends RequestMethod, Path extends keyof paths> =
  Record<never, never> extends RequestInitFor<Method, Path>
    ? [init?: RequestInitFor<Method, Path>]
    : [init: RequestInitFor<Method, Path>];

/** The parsed response; `undefined` for HEAD. */
export type RequestData<Method extends RequestMethod, Path extends keyof paths> =
  Lowercase<Method> extends "head"
    ? undefined
    : OperationAt<Method, Path> extends { responses: { 200: { content: { "application/json": infer Data } } } }
      ? Data
      : undefined;

const verbs = /^(GET|HEAD|POST|PUT|PATCH|DELETE)$/;

/** Routes without an API key. */
const publicRoutes = /^\/(health|live|ready|version|version\/check|openapi\.json|orders\/\{order_key\})$/;

export function sendTypedRequest<Data>(
  perform: Perform,
  method: string,
  path: string,
  init: CallOptions & { params?: unknown; body?: unknown } = {},
): PaymentCall<Data> {
  const verb = String(method).toUpperCase();
  // The call refuses what is no object.
  const { params, body, ...rest } = isObject(init) ? init : {};
  const options = isObject(init) ? rest : init;
  const { path: pathParams, query } = readParams(params);
  if (verb === "POST" && path === "/payments/initialize") {
    // The same rules as for the method: one idempotency key for all attempts, no incomplete session. The data are those of the route.
    return perform(describeInitialization(body), options) as PaymentCall<unknown> as PaymentCall<Data>;
  }
  const isRead = verb === "GET" || verb === "HEAD" || path === "/version/check";
  return perform(
    {
      name: `${verb} ${path}`,
      method: verb,
      path,
      params: { path: pathParams, query },
      body,
      isPublic: publicRoutes.test(path),
      // As in `orders.get`: whoever has the key reads the order.
      secrets: { credentials: typeof pathParams.order_key === "string" ? [pathParams.order_key] : [] },
      retry: isRead ? undefined : "unprocessed",
      refuse: () => {
        if (!verbs.test(verb)) throw refusedValue("INVALID_ARGUMENT", "method", "an HTTP method", method);
        checkParams(params);
        checkPath(path, pathParams);
      },
      // The type of the API description for this route.
      check: (data) => (verb === "HEAD" ? undefined : (expectSomething(data) ?? data)) as Data | Unacceptable,
    },
    options,
  );
}

function readParams(params: unknown): { path: Record<string, unknown>; query: Record<string, unknown> } {
  const { path, query } = isObject(params) ? params : {};
  return { path: isObject(path) ? path : {}, query: isObject(query) ? query : {} };
}

/** @throws {UsageError} `INVALID_OPTION`, `INVALID_ARGUMENT` */
function checkParams(params: unknown): void {
  if (params === undefined) return;
  refuseUnknownNames("a request's params", params, ["path", "query"]);
  for (const [name, given] of Object.entries(Object(params))) {
    if (given === undefined || isObject(given)) continue;
    throw refusedValue("INVALID_ARGUMENT", `params.${name}`, "an object", given);
  }
}

/** @throws {UsageError} `INVALID_ID`, `INVALID_ARGUMENT` */
function checkPath(path: string, pathParams: Record<string, unknown>): void {
  if (!/^(\/(\{\w+\}|[\w-][\w.-]*))+$/.test(path)) {
    throw refusedValue(
      "INVALID_ARGUMENT",
      "path",
      'a path of the API description such as "/payments/{paymentId}/status"',
      path,
    );
  }
  for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g)) checkIdentifier(name, pathParams[name]);
}
