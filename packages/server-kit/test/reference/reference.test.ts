// The reference page: complete, linked within itself, without a word to other hosts.
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorTable } from "../../src/domain/generated/error-table.js";
import { deprecations } from "../../src/http/deprecations.js";
import { openApiDocument } from "../../src/http/generated/openapi.js";
import { listOf, nodeOf, operationsOf, readDocument } from "../../src/http/reference/document.js";
import { openPanel } from "../panel/panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
let page: Response;
let text: string;
beforeAll(async () => {
  panel = await openPanel({ baseUrl: "https://pay.example.org/pay", panel: false });
  page = await fetch(`${panel.origin}/pay/docs`);
  text = await page.text();
});
afterAll(() => panel.close());

const document = readDocument(openApiDocument);

test("shows every operation, webhook, schema, error code and deprecation under an anchor of its own", () => {
  const anchors = [
    ...[...operationsOf(document, "paths"), ...operationsOf(document, "webhooks")].map(({ id }) => id),
    ...Object.keys(nodeOf(nodeOf(openApiDocument.components).schemas)).map((name) => `schema-${name}`),
    ...Object.keys(errorTable).map((code) => `error-${code}`),
    "deprecations",
    "authentication",
  ];
  expect(anchors.length).toBeGreaterThan(100);
  for (const anchor of anchors) expect(text.split(`id="${anchor}"`).length - 1, anchor).toBe(1);
  for (const { id } of deprecations) expect(text).toContain(`<code>${id}</code>`);
});

test("every link within the page leads somewhere", () => {
  const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target ?? "");
  expect(targets.length).toBeGreaterThan(100);
  expect(targets.filter((target) => !ids.has(target))).toEqual([]);
});

test("shows every parameter, field of a request and example that the document has", () => {
  for (const { node, id } of operationsOf(document, "paths")) {
    for (const parameter of listOf(node.parameters)) {
      expect(text, id).toContain(`<code>${String(document.resolve(parameter).name)}</code>`);
    }
    const content = nodeOf(nodeOf(nodeOf(document.resolve(node.requestBody).content)["application/json"]));
    for (const field of Object.keys(nodeOf(document.resolve(content.schema).properties))) {
      expect(text, id).toContain(`<code>${field}</code>`);
    }
    for (const example of Object.values(nodeOf(content.examples))) {
      expect(text, id).toContain(`Example: ${String(nodeOf(example).summary)}`);
    }
  }
});

test("speaks of the deployment's own address, under its prefix, and loads nothing from elsewhere", () => {
  expect(page.status).toBe(200);
  expect(text).toContain("<code>https://pay.example.org/pay</code>");
  expect(text).toContain('href="/pay/openapi.json"');
  const loaded = [...text.matchAll(/<(?:link|script|img|iframe)[^>]*(?:href|src)="([^"]+)"/g)].map(([, url]) => url);
  expect(loaded).toEqual([
    expect.stringMatching(/^data:image\/svg\+xml,/),
    expect.stringMatching(/^\/pay\/assets\/[0-9a-f]{16}\/reference\.css$/),
  ]);
  expect(text).not.toMatch(/<script|style="| on[a-z]+="/);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
});
