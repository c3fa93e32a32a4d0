// Tests that the generated files are up to date with the contract, and that their contents have the required
// properties.
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, expectTypeOf, test } from "vitest";
import type { components, operations } from "../../packages/sdk/src/generated/api.js";
import * as enums from "../../packages/sdk/src/generated/enums.js";
import { errorTable } from "../../packages/server-kit/src/domain/generated/error-table.js";
import { contract, limits, patterns } from "../../packages/server-kit/src/http/generated/contract.js";
import { openApiDocument } from "../../packages/server-kit/src/http/generated/openapi.js";
import { loadDocument, loadErrorTable } from "../generate/load.mjs";
import { generatedFiles, staleFiles, writeGenerated } from "../generate.mjs";

test("no generated file is stale", async () => {
  expect(await staleFiles()).toEqual([]);
});

test("every generated file names its source", async () => {
  for (const text of Object.values(await generatedFiles())) expect(text).toContain("Do not edit.");
});

test("a missing and an edited file are named as stale", async () => {
  const root = mkdtempSync(join(tmpdir(), "spec-"));
  try {
    const names = await writeGenerated(root);
    const [edited = "", missing = ""] = names;
    appendFileSync(join(root, edited), "// edited by hand\n");
    rmSync(join(root, missing));
    expect(await staleFiles(root)).toEqual([edited, missing]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("every set of the SDK has exactly the values of the document", () => {
  const schemas: Record<string, { enum?: string[] }> = loadDocument().components.schemas;
  const lists = Object.values(schemas).flatMap((schema) => (schema.enum === undefined ? [] : [schema.enum]));
  expect(Object.values(enums)).toEqual(lists);
});

test("the served document is the source, and the table has every code", () => {
  expect(openApiDocument).toEqual(loadDocument());
  expect(Object.keys(errorTable)).toEqual(Object.keys(loadErrorTable()));
});

test("schemas in the contract hold no reference and write no default into a body", () => {
  const text = JSON.stringify(contract);
  expect(text).not.toContain("$ref");
  expect(JSON.stringify(contract.initializeCustomPaymentSession.requestBody)).not.toContain('"default"');
  expect(contract.getWebhookHistory.query.properties.limit.default).toBe(50);
});

test("limits and patterns are those of the document", () => {
  expect(limits).toMatchObject({ bodyMaxBytes: 65536, amountCentsMax: 99_999_999_999, orderIdMaxLength: 255 });
  expect(limits.webhookQueueDelaysSeconds).toHaveLength(limits.webhookQueueAttemptsMax - 1);
  expect(new RegExp(patterns.orderKey, "u").test("wc_order_Ab12Cd34Ef")).toBe(true);
});

test("sets that may grow keep their known values in the type and accept others", () => {
  type Status = operations["initializeCustomPaymentSession"]["responses"][200]["content"]["application/json"]["status"];
  expectTypeOf<"pending">().toMatchTypeOf<Status>();
  expectTypeOf<"in_review">().toMatchTypeOf<Status>();
  expectTypeOf<string>().not.toEqualTypeOf<Status>();
  expectTypeOf<components["schemas"]["InitializePaymentRequest"]["paymentMethod"]>().toBeNullable();
});
