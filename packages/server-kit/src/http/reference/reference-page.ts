// Renders the whole reference as one page from the OpenAPI document; readable without a script.
import { errorTable } from "../../domain/generated/error-table.js";
import { deprecations } from "../deprecations.js";
import { favicon } from "../favicon.js";
import { type Html, type HtmlValue, html } from "../html.js";
import type { Links } from "../links.js";
import { badge, dataTable } from "../panel/elements.js";
import { codeBox } from "./code-pane.js";
import { renderSide, tagsOf } from "./contents.js";
import { type ApiDocument, nodeOf, operationsOfTag, readDocument, textOf } from "./document.js";
import { errorAdvice, generalAdvice } from "./error-advice.js";
import { operationView } from "./operation-view.js";
import { prose } from "./prose.js";
import { schemaView } from "./schema-view.js";

export function renderReference(
  openApiDocument: { readonly [key: string]: unknown },
  { baseUrl, basePath }: Links,
  { stylePath, scriptPath }: { stylePath: string; scriptPath: string },
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
<script src="${basePath}${scriptPath}" defer></script>
</head>
<body class="reference">
<a class="skip" href="#content">Skip to the content</a>
${renderSide(document)}
<main id="content" tabindex="-1">
<h1>${textOf(title)} ${badge(textOf(version) ?? "", "info")}</h1>
<p class="lead">${textOf(summary)}</p>
${prose(textOf(description))}
<p>Base URL: <code>${baseUrl}</code>. Machine-readable: <a href="${basePath}/openapi.json">openapi.json</a>.</p>
${renderSecurity(document, baseUrl)}
${tagsOf(document).map(
  ({
    name,
    title,
    about,
  }) => html`<h2 id="tag-${name}" data-find="${title}|section">${title}</h2><p class="lead">${about}</p>
${operationsOfTag(document, name).map((operation) => operationView(document, operation, baseUrl))}`,
)}
${renderErrors()}
${renderDeprecations()}
${renderSchemas(document)}
</main>
</body>
</html>
`;
}

function clientSample(baseUrl: string): string {
  return `import { PaymentSessions } from "@payment-sessions/sdk";

const payments = new PaymentSessions({
  apiKey: process.env.PAYMENT_SESSIONS_API_KEY,
  baseUrl: ${JSON.stringify(baseUrl)},
});`;
}

function renderSecurity({ root }: ApiDocument, baseUrl: string): Html {
  const schemes = Object.entries(nodeOf(nodeOf(root.components).securitySchemes));
  return html`<section class="card" aria-labelledby="authentication"><h2 id="authentication" data-find="Authentication|section|api key bearer">Authentication</h2><dl class="facts">${schemes.map(
    ([name, scheme]) =>
      html`<dt id="security-${name}"><code>${name}</code></dt><dd><p><code>Authorization: Bearer &lt;${textOf(nodeOf(scheme).bearerFormat) ?? name}&gt;</code></p>${prose(textOf(nodeOf(scheme).description))}</dd>`,
  )}</dl>
<p>The samples with the SDK use one client; key and address may come from <code>PAYMENT_SESSIONS_API_KEY</code> and <code>PAYMENT_SESSIONS_BASE_URL</code>.</p>
${codeBox(clientSample(baseUrl), "The client of the SDK")}</section>`;
}

function renderErrors(): Html {
  return html`<h2 id="errors" data-find="Errors|section">Errors</h2><div class="card"><p>Every error body carries <code>error</code>, <code>message</code>, <code>code</code> and <code>requestId</code>. Codes are only added, never renamed. ${generalAdvice}</p>${dataTable(
    "Error codes",
    [{ label: "Code" }, { label: "Status" }, { label: "Message" }, { label: "What to do" }],
    errorCodes().map(([code, { status, message }]): HtmlValue[] => [
      html`<a class="anchor" href="#error-${code}" id="error-${code}" data-find="${code}|error ${status}|${message}"><code class="error-code">${code}</code></a>`,
      String(status),
      message,
      errorAdvice[code],
    ]),
  )}</div>`;
}

function errorCodes() {
  // The table is a constant without keys beyond its type.
  return Object.entries(errorTable) as [keyof typeof errorTable, (typeof errorTable)[keyof typeof errorTable]][];
}

function renderDeprecations(): Html {
  return html`<h2 id="deprecations" data-find="Deprecations|section">Deprecations</h2><div class="card"><p>These still work. The response to their use carries the <code>Deprecation</code>, <code>Sunset</code> and <code>Link</code> headers.</p>${dataTable(
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
  return html`<h2 id="schemas" data-find="Schemas|section">Schemas</h2>${schemas.map(
    ([
      name,
      schema,
    ]) => html`<section class="card" aria-labelledby="schema-${name}"><h3 id="schema-${name}" data-find="${name}|schema"><a class="anchor" href="#schema-${name}">${name}</a></h3>
${prose(textOf(nodeOf(schema).description))}${schemaView(document, schema, name)}</section>`,
  )}`;
}
