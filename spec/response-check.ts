// Checks whether a response of the service, or a webhook that it sends, matches the contract. For tests, the
// mock and fuzzing.

import { errorTable } from "../packages/server-kit/src/domain/generated/error-table.js";
import {
  type OperationContract,
  type ResponseContract,
  unroutedResponses,
  type WebhookContract,
  webhookEvents,
} from "../packages/server-kit/src/http/generated/contract.js";
import { findSchemaErrors } from "./response-check/compile-schema.js";
import { findOperation } from "./response-check/find-operation.js";

export {
  createResponseRecorder,
  documentedResponses,
  missingResponses,
  type ResponseRecorder,
} from "./response-check/recorder.js";

/** Header fields as a `Headers` object or by name in any case. */
export type HeaderFields = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** One response as received over HTTP. */
export interface ReceivedResponse {
  /** Method of the request. */
  method: string;
  /** Path of the request, or a full URL; a query is ignored. */
  path: string;
  status: number;
  headers: HeaderFields;
  /** Parsed JSON, or undefined (or an empty string) when there was no body. A string counts as a body that is not JSON. */
  body: unknown;
}

/** One way in which a response breaks the contract. */
export interface Violation {
  /** The operation; undefined when no operation has this path or method. */
  operationId: string | undefined;
  status: number;
  /** `status`, `header <name>`, `body` or `code`. */
  where: string;
  message: string;
}

export interface ResponseCheckOptions {
  /** Prefix below which the service is mounted, such as `/payments-service`. */
  basePath?: string;
  /**
   * `closed` (the default) refuses fields and values that the contract does not list; `open` accepts them, as
   * a reader must.
   */
  strictness?: "closed" | "open";
}

/** Checks one response. Returns every violation; none when the response matches the contract. */
export function checkResponse(response: ReceivedResponse, options: ResponseCheckOptions = {}): Violation[] {
  const found = findOperation(response.method, response.path, options.basePath);
  const operationId = found.kind === "operation" ? found.operation.operationId : undefined;
  const report = (where: string, message: string): Violation => ({
    operationId,
    status: response.status,
    where,
    message,
  });

  if (response.method.toUpperCase() === "OPTIONS" && found.kind !== "unknown-path")
    return checkOptions(response, report);
  const expected = expectedResponse(found, response.status);
  if (typeof expected === "string") return [report("status", expected)];
  return [
    ...checkHeaders(response.headers, expected, report),
    ...(response.method.toUpperCase() === "HEAD"
      ? checkNoBody(response.body, report)
      : checkBody(response, expected, options.strictness ?? "closed", report)),
  ];
}

/** Checks one webhook request that the service sent: `body` is the parsed JSON. */
export function checkDelivery(delivery: { headers: HeaderFields; body: unknown }): string[] {
  const name = headerValue(delivery.headers, "X-Service-Event") ?? "";
  const events: Readonly<Record<string, WebhookContract>> = webhookEvents;
  const event = Object.hasOwn(events, name) ? events[name] : undefined;
  if (event === undefined) return [`header X-Service-Event: ${JSON.stringify(name)} is no event of the contract`];
  const errors = findHeaderErrors(delivery.headers, event).map(
    ({ name: header, message }) => `header ${header}: ${message}`,
  );
  const contentType = headerValue(delivery.headers, "Content-Type");
  if (!isJson(contentType)) errors.push(`header Content-Type: ${contentType} is not application/json`);
  return [...errors, ...findSchemaErrors(event.schema, delivery.body, "closed")];
}

type Report = (where: string, message: string) => Violation;

/** The contract's response for this status, or a message that it documents none. */
function expectedResponse(found: ReturnType<typeof findOperation>, status: number): ResponseContract | string {
  if (found.kind === "unknown-path") {
    return status === 404 ? unroutedResponses[404] : `an unknown path responds with 404, not ${status}`;
  }
  if (found.kind === "other-method") {
    return status === 405
      ? unroutedResponses[405]
      : `another method than ${found.methods.join(", ")} responds with 405, not ${status}`;
  }
  const { operationId, responses }: OperationContract = found.operation;
  return responses[status] ?? `${operationId} does not document ${status}, only ${Object.keys(responses).join(", ")}`;
}

function checkOptions(response: ReceivedResponse, report: Report): Violation[] {
  const violations: Violation[] = [];
  if (response.status !== 204) violations.push(report("status", `OPTIONS responds with 204, not ${response.status}`));
  if (headerValue(response.headers, "Allow") === undefined) violations.push(report("header Allow", "is missing"));
  return [...violations, ...checkNoBody(response.body, report)];
}

function checkNoBody(body: unknown, report: Report): Violation[] {
  return body === undefined || body === "" ? [] : [report("body", "must be absent")];
}

function checkHeaders(headers: HeaderFields, expected: ResponseContract, report: Report): Violation[] {
  return findHeaderErrors(headers, expected).map(({ name, message }) => report(`header ${name}`, message));
}

function findHeaderErrors(
  headers: HeaderFields,
  expected: Pick<ResponseContract, "requiredHeaders" | "headers">,
): { name: string; message: string }[] {
  return Object.entries(expected.headers).flatMap(([name, schema]) => {
    const value = headerValue(headers, name);
    if (value === undefined) return expected.requiredHeaders.includes(name) ? [{ name, message: "is missing" }] : [];
    return findSchemaErrors(schema, value, "closed").map((error) => ({
      name,
      message: `${error}; got ${JSON.stringify(value)}`,
    }));
  });
}

function checkBody(
  response: ReceivedResponse,
  expected: ResponseContract,
  strictness: "closed" | "open",
  report: Report,
): Violation[] {
  if (expected.mediaType !== undefined) {
    const given = headerValue(response.headers, "Content-Type")?.replace(/;.*/, "");
    return given === expected.mediaType ? [] : [report("header Content-Type", `${given} is not ${expected.mediaType}`)];
  }
  if (expected.schema === undefined) return checkNoBody(response.body, report);
  const contentType = headerValue(response.headers, "Content-Type");
  const violations = findSchemaErrors(expected.schema, response.body, strictness).map((error) => report("body", error));
  if (!isJson(contentType)) violations.push(report("header Content-Type", `${contentType} is not application/json`));
  return expected.codes === undefined ? violations : [...violations, ...checkError(response, expected.codes, report)];
}

/**
 * Checks beyond the schema: the code belongs to this route and status, the fixed texts are as documented,
 * body and headers agree.
 */
function checkError(response: ReceivedResponse, codes: readonly string[], report: Report): Violation[] {
  const { body } = response;
  if (!isRecord(body)) return [];
  const violations: Violation[] = [];
  if (!codes.includes(String(body.code))) {
    violations.push(report("code", `${JSON.stringify(body.code)} is none of ${codes.join(", ")}`));
  }
  const row = tableRow(body.code);
  if (row !== undefined && body.error !== row.error) {
    violations.push(report("body", `/error: ${JSON.stringify(body.error)} must be ${JSON.stringify(row.error)}`));
  }
  if (row?.isFixed === true && body.message !== row.message) {
    violations.push(report("body", `/message: ${JSON.stringify(body.message)} must be ${JSON.stringify(row.message)}`));
  }
  if (body.requestId !== headerValue(response.headers, "X-Request-Id")) {
    violations.push(report("body", "/requestId: differs from the X-Request-Id header"));
  }
  const wait = isRecord(body.details) ? body.details.retryAfterSeconds : undefined;
  if (wait !== undefined && String(wait) !== headerValue(response.headers, "Retry-After")) {
    violations.push(report("body", "/details/retryAfterSeconds: differs from the Retry-After header"));
  }
  return violations;
}

function tableRow(code: unknown): { error: string; message: string; isFixed: boolean } | undefined {
  const table: Readonly<Record<string, { error: string; message: string; isFixed: boolean }>> = errorTable;
  return typeof code === "string" && Object.hasOwn(table, code) ? table[code] : undefined;
}

function headerValue(headers: HeaderFields, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const field = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  return typeof field === "string" || field === undefined ? field : field.join(", ");
}

const isJson = (contentType: string | undefined): boolean => /^application\/json\s*(;|$)/i.test(contentType ?? "");

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
