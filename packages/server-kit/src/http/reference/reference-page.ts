// The whole reference as one page: made from the OpenAPI document, readable without a script, searchable with the browser's own search.
import { errorTable } from "../../domain/generated/error-table.js";
import { deprecations } from "../deprecations.js";
import { favicon } from "../favicon.js";
import { type Html, type HtmlValue, html } from "../html.js";
import type { Links } from "../links.js";
import { badge, dataTable } from "../panel/elements.js";
import { type ApiDocument, listOf, nodeOf, operationsOf, readDocument, textOf } from "./document.js";
import { operationView } from "./operation-view.js";
import { prose } from "./prose.js";
import { schemaView } from "./schema-view.js";

export function renderReference(
  openApiDocument: { readonly [key: string]: unknown },
  { baseUrl, basePath }: Links,
  stylePath: string,
): Html {
  const document = readDocument(openApiDocument);
  const { info } = document.root;
  const { title, version, summary, description } = nodeOf(info);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${textOf(title)} ${textOf(version)}: API reference</title>
${favicon("Payment Sessions", { background: "#1d4ed8", ink: "#ffffff" })}
<link rel="stylesheet" href="${basePath}${stylePath}">
</head>
<body class="reference">
<a class="skip" href="#content">Skip to the content</a>
<nav class="contents" aria-label="Contents">${renderContents(document)}</nav>
<main id="content" tabindex="-1">
<h1>${textOf(title)} ${badge(textOf(version) ?? "", "info")}</h1>
<p class="lead">${textOf(summary)}</p>
${prose(textOf(description))}
<p>Base URL: <code>${baseUrl}</code>. The same as data: <a href="${basePath}/openapi.json">openapi.json</a>.</p>
${renderSecurity(document)}
${tagsOf(document).map(
  ({ name, about }) => html`<h2 id="tag-${name}">${capital(name)}</h2><p class="hint">${about}</p>
${[...operationsOf(document, "paths"), ...operationsOf(document, "webhooks")]
  .filter(({ node }) => listOf(node.tags)[0] === name)
  .map((operation) => operationView(document, operation))}`,
)}
${renderErrors()}
${renderDeprecations()}
${renderSchemas(document)}
</main>
</body>
</html>
`;
}

function renderContents(document: ApiDocument): Html {
  const operations = [...operationsOf(document, "paths"), ...operationsOf(document, "webhooks")];
  return html`<p class="contents-title">API reference</p><ul>
<li><a href="#authentication">Authentication</a></li>
${tagsOf(document).map(
  ({ name }) =>
    html`<li><a href="#tag-${name}">${capital(name)}</a><ul>${operations
      .filter(({ node }) => listOf(node.tags)[0] === name)
      .map(({ id, node }) => html`<li><a href="#${id}">${textOf(node.summary) ?? id}</a></li>`)}</ul></li>`,
)}
<li><a href="#errors">Errors</a></li><li><a href="#deprecations">Deprecations</a></li><li><a href="#schemas">Schemas</a></li></ul>`;
}

function tagsOf({ root }: ApiDocument): { name: string; about: string | undefined }[] {
  return listOf(root.tags)
    .map(nodeOf)
    .map(({ name, description }) => ({ name: textOf(name) ?? "", about: textOf(description) }));
}

function renderSecurity({ root }: ApiDocument): Html {
  const schemes = Object.entries(nodeOf(nodeOf(root.components).securitySchemes));
  return html`<section class="card" aria-labelledby="authentication"><h2 id="authentication">Authentication</h2><dl class="facts">${schemes.map(
    ([name, scheme]) =>
      html`<dt id="security-${name}"><code>${name}</code></dt><dd><p><code>Authorization: Bearer &lt;${textOf(nodeOf(scheme).bearerFormat) ?? name}&gt;</code></p>${prose(textOf(nodeOf(scheme).description))}</dd>`,
  )}</dl></section>`;
}

function renderErrors(): Html {
  return html`<h2 id="errors">Errors</h2><div class="card"><p>Every error body carries <code>error</code>, <code>message</code>, <code>code</code> and <code>requestId</code>. Codes are only added, never renamed.</p>${dataTable(
    "Error codes",
    [{ label: "Code" }, { label: "Status" }, { label: "Message" }],
    Object.entries(errorTable).map(([code, { status, message }]): HtmlValue[] => [
      html`<code id="error-${code}">${code}</code>`,
      String(status),
      message,
    ]),
  )}</div>`;
}

function renderDeprecations(): Html {
  return html`<h2 id="deprecations">Deprecations</h2><div class="card"><p>These still work. Whoever uses one is told in the answer's <code>Deprecation</code>, <code>Sunset</code> and <code>Link</code> headers.</p>${dataTable(
    "Deprecations",
    [{ label: "What" }, { label: "Since" }, { label: "Ends" }, { label: "Use instead" }],
    deprecations.map(({ id, since, sunset, replacement }): HtmlValue[] => [
      html`<code>${id}</code>`,
      since,
      sunset,
      replacement,
    ]),
  )}</div>`;
}

function renderSchemas(document: ApiDocument): Html {
  const schemas = Object.entries(nodeOf(nodeOf(document.root.components).schemas));
  return html`<h2 id="schemas">Schemas</h2>${schemas.map(
    ([name, schema]) => html`<section class="card" aria-labelledby="schema-${name}"><h3 id="schema-${name}">${name}</h3>
${prose(textOf(nodeOf(schema).description))}${schemaView(document, schema, `Fields of ${name}`)}</section>`,
  )}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
