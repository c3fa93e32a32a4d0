// Tests that the document is consistent: examples, error codes, literals, values and limits of the
// specification.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadDocument, loadErrorTable, operationsOf, resolve } from "../generate/load.mjs";
import { inlineSchema } from "../generate/schemas.mjs";
import { findSchemaErrors } from "../response-check/compile-schema.js";
import { operations } from "../response-check/find-operation.js";

const document = loadDocument();
const errors = loadErrorTable();

interface Example {
  place: string;
  schema: Record<string, unknown>;
  value: unknown;
}

/** The keys of a document node that these tests read. */
interface DocumentNode {
  $ref?: string;
  description?: string;
  schema?: Record<string, unknown>;
  example?: unknown;
  examples?: unknown;
  value?: { code?: unknown; error?: unknown; message?: unknown };
  content?: { "application/json"?: { schema: Record<string, unknown>; examples?: Record<string, { value: unknown }> } };
  properties?: Record<string, unknown>;
  required?: string[];
  then?: { required?: string[] };
  else?: { properties?: Record<string, unknown> };
}

test("every example fits its own schema, unknown fields refused", () => {
  const examples = mediaTypeExamples();
  expect(examples.length).toBeGreaterThan(45);
  const violations = examples.flatMap(({ place, schema, value }) =>
    findSchemaErrors(inlineSchema(document, schema), value, "closed").map((error) => `${place} ${error}`),
  );
  expect(violations).toEqual([]);
});

test("every example inside a schema and every example of a parameter or header fits", () => {
  const violations: string[] = [];
  walk(document, "#", (node, place) => {
    if (node.schema !== undefined && node.example !== undefined) {
      violations.push(
        ...findSchemaErrors(inlineSchema(document, node.schema), node.example, "closed").map(
          (error) => `${place} ${error}`,
        ),
      );
    }
    if (Array.isArray(node.examples)) {
      const { examples, ...schema } = node;
      for (const example of examples) {
        violations.push(
          ...findSchemaErrors(inlineSchema(document, schema), example, "closed").map((error) => `${place} ${error}`),
        );
      }
    }
  });
  expect(violations).toEqual([]);
});

test("every JSON request and response of every route and event has an example", () => {
  const without: string[] = [];
  walk(document, "#", (node, place) => {
    const json = node.content?.["application/json"];
    if (json !== undefined && Object.keys(json.examples ?? {}).length === 0) without.push(place);
  });
  // The document's own route has no example: it would contain the whole document.
  expect(without).toEqual(["#/paths//openapi.json/get/responses/200"]);
});

test("every schema and every field is described", () => {
  const bare: string[] = [];
  for (const [name, schema] of Object.entries<Record<string, unknown>>(document.components.schemas)) {
    walk(schema, name, (node, place) => {
      const isField = /\/properties\/[^/]+$/.test(place) && !/\/(if|then|else)\//.test(place);
      if ((isField || place === name) && node.description === undefined && node.$ref === undefined) bare.push(place);
    });
  }
  expect(bare).toEqual([]);
});

test("every field that an object requires is one of its fields", () => {
  const unknown: string[] = [];
  walk(document.components.schemas, "#", (node, place) => {
    if (!node.properties || !node.required || /\/(if|then|else)$/.test(place)) return;
    const names = Object.keys(node.properties);
    const conditional = [...(node.then?.required ?? []), ...Object.keys(node.else?.properties ?? {})];
    for (const name of [...node.required, ...conditional]) if (!names.includes(name)) unknown.push(`${place} ${name}`);
  });
  expect(unknown).toEqual([]);
});

test("the error table and the document have the same codes, each at its own status", () => {
  expect([...document.components.schemas.ErrorCode.enum].sort()).toEqual(Object.keys(errors).sort());
  const used = new Set<string>(["ROUTE_NOT_FOUND", "METHOD_NOT_ALLOWED"]);
  for (const { operation } of operationsOf(document)) {
    for (const [status, codes] of Object.entries<string[]>(operation["x-error-codes"])) {
      for (const code of codes) {
        used.add(code);
        expect(`${code} ${errors[code].status}`).toBe(`${code} ${status}`);
      }
    }
  }
  const merchantCodes = Object.keys(errors).filter((code) => errors[code].surface === "merchant");
  expect([...used].sort()).toEqual(merchantCodes.sort());
});

test("every error response of a route lists its codes, and its schema has them", () => {
  for (const { operation } of operationsOf(document)) {
    const statuses = Object.keys(operation.responses).filter((status) => status >= "400");
    expect(Object.keys(operation["x-error-codes"])).toEqual(statuses);
    for (const status of statuses) {
      const schema = resolve(
        document,
        resolve(document, operation.responses[status]).content["application/json"].schema,
      );
      expect(schema.properties.code.anyOf[0].enum).toEqual(expect.arrayContaining(operation["x-error-codes"][status]));
    }
  }
});

test("examples of errors have the table's texts", () => {
  const codes = new Set<string>();
  walk(document, "#", (node, place) => {
    const value = node.value;
    if (typeof value?.code !== "string") return;
    codes.add(value.code);
    expect(`${place} ${value.error}`).toBe(`${place} ${errors[value.code].error}`);
    if (errors[value.code].literal) expect(value.message).toBe(errors[value.code].message);
  });
  expect(codes.size).toBeGreaterThan(20);
});

test("the texts that the specification fixes are in the error table, in both fields", () => {
  const literals = [
    [401, "API key required via Authorization: Bearer <key>"],
    [401, "Invalid API key"],
    [401, "API key does not belong to the requested merchant"],
    [403, "API key does not allow test mode"],
    [403, "API key does not allow production mode"],
    [403, "KYC validation required"],
    [403, "KYC validation failed"],
    [403, "Shop verification required"],
    [403, "Payment method unavailable"],
    [404, "Invalid merchant ID"],
    [404, "Transaction not found"],
    [429, "Rate limit exceeded"],
  ];
  const rows = Object.values<{ status: number; error: string; message: string; literal?: boolean }>(errors);
  for (const [status, text] of literals) {
    expect(rows).toContainEqual(expect.objectContaining({ status, error: text, message: text, literal: true }));
  }
  for (const row of rows) if (row.literal) expect(literals).toContainEqual([row.status, row.error]);
});

test("every route of the specification is there under its own name", () => {
  expect(operations.map(({ operationId, method, path }) => `${operationId} ${method} ${path}`)).toEqual([
    "initializeCustomPaymentSession POST /payments/initialize",
    "getPaymentStatus GET /payments/{paymentId}/status",
    "getPaymentBankDetails GET /payments/{paymentId}/bank-details",
    "getOrder GET /orders/{order_key}",
    "getWebhookHistory GET /transactions/{transaction_id}/webhook/history",
    "sendSandboxEvent POST /sandbox/payments/{paymentId}/events",
    "listenToWebhooks GET /sandbox/webhooks",
    "getHealth GET /health",
    "getLive GET /live",
    "getReady GET /ready",
    "getVersion GET /version",
    "checkVersion POST /version/check",
    "getOpenApiDocument GET /openapi.json",
  ]);
  expect(Object.keys(document.webhooks)).toEqual(["transaction.status_changed", "service.webhook_verification"]);
});

test("every golden vector's signature is the HMAC of its bytes", () => {
  const { vectors } = JSON.parse(readFileSync(new URL("../vectors/hmac-vectors.json", import.meta.url), "utf8"));
  expect(vectors.length).toBeGreaterThan(20);
  for (const vector of vectors) {
    const body = Buffer.from(vector.body_b64, "base64");
    const hmac = createHmac("sha256", Buffer.from(vector.secret_b64, "base64")).update(body).digest("hex");
    expect({ id: vector.id, length: body.length, signature: `sha256=${hmac}` }).toEqual({
      id: vector.id,
      length: vector.body_len,
      signature: vector.signature,
    });
  }
});

function mediaTypeExamples(): Example[] {
  const found: Example[] = [];
  walk(document, "#", (node, place) => {
    const json = node.content?.["application/json"];
    if (json === undefined) return;
    for (const [name, example] of Object.entries(json.examples ?? {})) {
      found.push({ place: `${place} ${name}`, schema: json.schema, value: example.value });
    }
  });
  return found;
}

function walk(node: unknown, place: string, visit: (node: DocumentNode, place: string) => void): void {
  if (typeof node !== "object" || node === null) return;
  visit(node as DocumentNode, place); // Sound as far as the lint checks the document's shape.
  for (const [key, inner] of Object.entries(node)) walk(inner, `${place}/${key}`, visit);
}
