// One operation of the reference: what it is for, who may call it, what goes in, what comes out, what may go wrong.
import { type Html, type HtmlValue, html } from "../html.js";
import { badge, dataTable } from "../panel/elements.js";
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
import { deprecatedBadge, schemaView, typeText } from "./schema-view.js";

export function operationView(document: ApiDocument, operation: ApiOperation): Html {
  const { id, method, path, node } = operation;
  const isWebhook = id.startsWith("on");
  return html`<section class="card operation" aria-labelledby="${id}">
<h3 id="${id}"><a class="anchor" href="#${id}">${textOf(node.summary) ?? id}</a></h3>
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code> ${node.deprecated === true && deprecatedBadge()}</p>
${prose(textOf(node.description))}
${!isWebhook && renderFacts(document, node)}
${renderParameters(document, node)}
${renderRequest(document, node)}
${renderResponses(document, node)}
</section>`;
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
    html`<h4>Parameters</h4>${dataTable(
      "Parameters",
      [{ label: "Name" }, { label: "In" }, { label: "Type" }, { label: "Meaning" }],
      parameters.map((parameter): HtmlValue[] => {
        const rules = nodeOf(parameter.schema);
        const maximum = rules.maximum ?? rules.maxLength;
        return [
          html`<code>${textOf(parameter.name)}</code> ${parameter.required === true && badge("required", "info")}`,
          textOf(parameter.in),
          typeText(document, parameter.schema),
          html`${prose(textOf(parameter.description))}<p class="hint">${rules.default !== undefined && html`default <code>${String(rules.default)}</code> `}${
            maximum !== undefined && html`at most <code>${String(maximum)}</code>`
          }</p>`,
        ];
      }),
    )}`
  );
}

function renderRequest(document: ApiDocument, node: DocumentNode): HtmlValue {
  if (node.requestBody === undefined) return undefined;
  const body = document.resolve(node.requestBody);
  return html`<h4>Request body</h4>${prose(textOf(body.description))}${renderContent(document, body, true)}`;
}

/** Success in full; what may go wrong as a table, because its bodies look alike. */
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
      html`<h4>Answer ${status}</h4>${prose(textOf(response.description))}${renderContent(document, response, false)}`,
  )}${
    bad.length > 0 &&
    html`<h4>Other answers</h4>${dataTable(
      "Other answers",
      [{ label: "Status" }, { label: "When" }, { label: "Body" }, { label: "Codes" }],
      bad.map(({ status, response }): HtmlValue[] => [
        html`<code>${status}</code>`,
        textOf(response.description),
        bodyName(response),
        listOf(codes[status]).map((code) => html`<a class="code" href="#error-${String(code)}">${String(code)}</a> `),
      ]),
    )}`
  }`;
}

function renderContent(document: ApiDocument, body: DocumentNode, isRequest: boolean): HtmlValue {
  const [[type, content] = ["", undefined]] = Object.entries(nodeOf(body.content));
  if (content === undefined) return undefined;
  const { schema, examples, example } = nodeOf(content);
  const name = schemaNameOf(schema);
  const shown = Object.entries(nodeOf(examples)).map(([key, value]) => ({ key, ...nodeOf(value) }) as DocumentNode);
  const all = example === undefined ? shown : [{ summary: "Example", value: example }, ...shown];
  return html`<p class="hint"><code>${type}</code>${name !== undefined && html`, <a href="#schema-${name}">${name}</a>`}</p>
${isRequest && schemaView(document, schema, "Fields of the request body")}
${all.map(
  (one) =>
    html`<details class="example"><summary>Example: ${textOf(nodeOf(one).summary) ?? textOf(nodeOf(one).key) ?? ""}</summary><pre tabindex="0">${JSON.stringify(nodeOf(one).value, null, 2)}</pre></details>`,
)}`;
}

function bodyName(response: DocumentNode): HtmlValue {
  const [content] = Object.values(nodeOf(response.content));
  const name = schemaNameOf(nodeOf(content).schema);
  return name === undefined ? html`<span class="hint">–</span>` : html`<a href="#schema-${name}">${name}</a>`;
}
