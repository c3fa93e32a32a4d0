// One operation of the reference in three panes: its purpose and input, a request, a response.
import { type Html, type HtmlValue, html } from "../html.js";
import { badge, dataTable } from "../panel/elements.js";
import { codeBox, tabbedPane } from "./code-pane.js";
import {
  type ApiDocument,
  type ApiOperation,
  type DocumentNode,
  listOf,
  nodeOf,
  schemaNameOf,
  textOf,
} from "./document.js";
import { prose } from "./prose.js";
import { requestSamples } from "./samples.js";
import { deprecatedBadge, rulesLine, schemaView, typeText } from "./schema-view.js";
import { webhookSamples } from "./webhook-samples.js";

export function operationView(document: ApiDocument, operation: ApiOperation, baseUrl: string): Html {
  const { id, method, path, node } = operation;
  const title = textOf(node.summary) ?? id;
  const isWebhook = id.startsWith("on");
  return html`<section class="operation" aria-labelledby="${id}"><div class="words-pane">
<h3 id="${id}" data-find="${title}|${method} ${path}|${path} ${id}"><a class="anchor" href="#${id}">${title}</a></h3>
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code> ${node.deprecated === true && deprecatedBadge()}</p>
${prose(textOf(node.description))}
${!isWebhook && renderFacts(document, node)}
${renderParameters(document, node)}
${renderRequest(document, node)}
${renderResponses(document, node)}
</div><div class="samples">${isWebhook ? webhookPanes(document, operation) : callPanes(document, operation, baseUrl)}</div></section>`;
}

function callPanes(document: ApiDocument, operation: ApiOperation, baseUrl: string): Html {
  const samples = requestSamples(document, operation, baseUrl);
  const boxes = (language: "curl" | "sdk", label: string) =>
    samples.map(({ title, [language]: code }, index) => {
      const name = `${label} request${title === undefined ? "" : `: ${title}`}`;
      if (index === 0)
        return html`${title !== undefined && html`<p class="sample-title">${title}</p>`}${codeBox(code, name)}`;
      return html`<details class="example"><summary>${title}</summary>${codeBox(code, name)}</details>`;
    });
  const tabs = [
    { id: "curl", label: "curl", content: boxes("curl", "curl") },
    { id: "sdk", label: "Node.js SDK", content: boxes("sdk", "SDK") },
  ];
  return html`${tabbedPane(html`<h4>Request</h4>`, `language-${operation.id}`, tabs, "Language of the request")}
${responsePane(document, operation.node, "Response")}`;
}

/** The request that arrives, how to verify it, and the response where it matters. */
function webhookPanes(document: ApiDocument, { id, node }: ApiOperation): Html {
  const examples = examplesOf(document.resolve(node.requestBody));
  const tabs = webhookSamples.map((sample) => ({
    id: sample.id,
    label: sample.framework,
    content: codeBox(sample.code, `Receiver with ${sample.framework}`),
  }));
  return html`<div class="pane"><div class="pane-head"><h4>Request of the service</h4></div>${examples.map(
    ({ title, code }) => codeBox(code, `Body: ${title}`),
  )}</div>
${tabbedPane(html`<h4>Verify and respond</h4>`, `framework-${id}`, tabs, "Framework of the receiver")}
${responsePane(document, node, "Your response")}`;
}

function responsePane(document: ApiDocument, node: DocumentNode, title: string): HtmlValue {
  const examples = Object.entries(nodeOf(node.responses)).flatMap(([status, response]) =>
    examplesOf(document.resolve(response))
      .filter(
        ({ errorCode }) => errorCode === undefined || listOf(nodeOf(node["x-error-codes"])[status]).includes(errorCode),
      )
      .map((example) => ({ status, ...example })),
  );
  const [first, ...others] = examples;
  if (first === undefined) return undefined;
  return html`<div class="pane"><div class="pane-head"><h4>${title}</h4><span class="status-code">${first.status}</span></div>
<p class="sample-title">${first.title}</p>${codeBox(first.code, `${title} ${first.status}: ${first.title}`)}${others.map(
    ({ status, title: name, code }) =>
      html`<details class="example"><summary><span class="status-code ${!status.startsWith("2") && "bad"}">${status}</span> ${name}</summary>${codeBox(code, `${title} ${status}: ${name}`)}</details>`,
  )}</div>`;
}

/** `errorCode`: set for an example of an error, which may be shared by operations that do not have that error. */
function examplesOf(body: DocumentNode): { title: string; code: string; errorCode: string | undefined }[] {
  return Object.values(nodeOf(body.content)).flatMap((content) =>
    Object.values(nodeOf(nodeOf(content).examples))
      .map(nodeOf)
      .map(({ summary, value }) => ({
        title: textOf(summary) ?? "Example",
        errorCode: textOf(nodeOf(value).code),
        code: typeof value === "string" ? value : JSON.stringify(value, null, 2),
      })),
  );
}

function renderFacts({ root }: ApiDocument, node: DocumentNode): Html {
  const security = listOf(node.security ?? root.security).flatMap((entry) => Object.keys(nodeOf(entry)));
  const limit = nodeOf(node["x-rate-limit"]);
  return html`<p class="hint">${
    security.length === 0
      ? "No authentication."
      : html`Authentication: ${security.map((name, index) => html`${index > 0 && " or "}<a href="#security-${name}">${name}</a>`)}.`
  }${
    typeof limit.max === "number" &&
    ` At most ${limit.max} calls in ${String(limit.windowSeconds)} seconds per ${String(limit.per)}${
      typeof limit.burst === "number" ? `, ${limit.burst} at once` : ""
    }.`
  }</p>`;
}

function renderParameters(document: ApiDocument, node: DocumentNode): HtmlValue {
  const parameters = listOf(node.parameters).map((parameter) => document.resolve(parameter));
  return (
    parameters.length > 0 &&
    html`<h4>Parameters</h4><ul class="fields">${parameters.map(
      (parameter) => html`<li><p class="field"><code>${textOf(parameter.name)}</code> <span class="type">${typeText(
        document,
        parameter.schema,
      )}, in the ${textOf(parameter.in)}</span> ${parameter.required === true && badge("required", "info")}</p>
${prose(textOf(parameter.description))}${rulesLine(document.resolve(parameter.schema))}</li>`,
    )}</ul>`
  );
}

function renderRequest(document: ApiDocument, node: DocumentNode): HtmlValue {
  if (node.requestBody === undefined) return undefined;
  const body = document.resolve(node.requestBody);
  const { schema } = nodeOf(Object.values(nodeOf(body.content))[0]);
  return html`<h4>Request body</h4>${prose(textOf(body.description))}${schemaLink(schema)}${schemaView(document, schema)}`;
}

/** Success responses with their schema; errors as a table, because their bodies are alike. */
function renderResponses(document: ApiDocument, node: DocumentNode): Html {
  const responses = Object.entries(nodeOf(node.responses)).map(([status, response]) => ({
    status,
    response: document.resolve(response),
  }));
  const good = responses.filter(({ status }) => status.startsWith("2"));
  const bad = responses.filter(({ status }) => !status.startsWith("2"));
  const codes = nodeOf(node["x-error-codes"]);
  return html`${good.map(
    ({ status, response }) =>
      html`<h4>Response ${status}</h4>${prose(textOf(response.description))}${schemaLink(nodeOf(Object.values(nodeOf(response.content))[0]).schema)}`,
  )}${
    bad.length > 0 &&
    html`<h4>Other responses</h4>${dataTable(
      "Other responses",
      [{ label: "Status" }, { label: "When" }, { label: "Codes" }],
      bad.map(({ status, response }): HtmlValue[] => [
        html`<code>${status}</code>`,
        textOf(response.description),
        listOf(codes[status]).map(
          (code) => html`<a class="code-link" href="#error-${String(code)}">${String(code)}</a> `,
        ),
      ]),
    )}`
  }`;
}

function schemaLink(schema: unknown): HtmlValue {
  const name = schemaNameOf(schema);
  return name !== undefined && html`<p class="hint">Schema: <a href="#schema-${name}">${name}</a></p>`;
}
