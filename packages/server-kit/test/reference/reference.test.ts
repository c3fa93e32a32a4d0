// The reference page: complete, every internal link has a target, no request to other hosts.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorTable } from "../../src/domain/generated/error-table.js";
import { deprecations } from "../../src/http/deprecations.js";
import { openApiDocument } from "../../src/http/generated/openapi.js";
import { html } from "../../src/http/html.js";
import { listOf, nodeOf, operationsOf, readDocument } from "../../src/http/reference/document.js";
import { errorAdvice } from "../../src/http/reference/error-advice.js";
import { patternInWords } from "../../src/http/reference/patterns.js";
import { webhookSamples } from "../../src/http/reference/webhook-samples.js";
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
const escaped = (words: string) => html`${words}`.toString();

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

test("every link within the page has a target", () => {
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
      expect(text, id).toContain(escaped(String(nodeOf(example).summary)));
    }
  }
});

test("says how many entries a list may have", () => {
  expect(text).toMatch(/<code>items<\/code>[\s\S]{0,300}<span class="rule">1 to 50 entries<\/span>/);
});

test("shows the deployment's own address, under its prefix, and loads nothing from other hosts", () => {
  expect(page.status).toBe(200);
  expect(text).toContain("<code>https://pay.example.org/pay</code>");
  expect(text).toContain('href="/pay/openapi.json"');
  const loaded = [...text.matchAll(/<(?:link|script|img|iframe)[^>]*(?:href|src)="([^"]+)"/g)].map(([, url]) => url);
  expect(loaded).toEqual([
    expect.stringMatching(/^data:image\/svg\+xml,/),
    expect.stringMatching(/^\/pay\/assets\/[0-9a-f]{16}\/reference\.css$/),
    expect.stringMatching(/^\/pay\/assets\/[0-9a-f]{16}\/reference\.js$/),
  ]);
  expect(text).not.toMatch(/<script>|style="| on[a-z]+="/);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("describes every pattern of the document in words", () => {
  const patterns = new Set<string>();
  JSON.stringify(openApiDocument, (key, value) => {
    if (key === "pattern" && typeof value === "string") patterns.add(value);
    return value;
  });
  expect(patterns.size).toBeGreaterThan(10);
  expect([...patterns].filter((pattern) => patternInWords(pattern) === undefined)).toEqual([]);
  expect(text).not.toMatch(/>pattern </);
});

test("says for every error code what to do", () => {
  for (const code of Object.keys(errorTable)) {
    expect(text).toContain(escaped(errorAdvice[code as keyof typeof errorTable])); // a key of the table itself
  }
});

const readme = readFileSync(new URL("../../../webhook-verifier/README.md", import.meta.url), "utf8");

test.each(webhookSamples)("shows how to verify with $framework, exactly as the verifier's README", ({ code }) => {
  expect(readme).toContain(`\`\`\`js\n${code}\n\`\`\``);
  expect(text.replace(/<span class="c-[a-z]+">|<\/span>/g, "")).toContain(escaped(code));
});
