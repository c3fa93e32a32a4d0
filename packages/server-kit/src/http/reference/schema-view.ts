// Renders schemas for readers: the type of a value, its rules, and the fields of an object as a list.
import { type Html, type HtmlValue, html } from "../html.js";
import { badge } from "../panel/elements.js";
import { type ApiDocument, type DocumentNode, listOf, nodeOf, schemaNameOf, textOf } from "./document.js";
import { patternInWords } from "./patterns.js";
import { prose } from "./prose.js";

/** The fields of an object, or the type of another value; below them the rules between fields. */
export function schemaView(document: ApiDocument, schema: unknown, name?: string): Html {
  const node = document.resolve(schema);
  const properties = Object.entries(nodeOf(node.properties));
  if (properties.length === 0) {
    return html`<p>${typeText(document, node)} ${rulesOf(node)}</p>${valuesOf(node)}`;
  }
  const required = new Set(listOf(node.required));
  return html`<ul class="fields">${properties.map(([field, property]) =>
    fieldItem(document, { field, property, isRequired: required.has(field), name }),
  )}</ul>${conditionsOf(node)}${node.additionalProperties === false && html`<p class="hint">Other fields are refused.</p>`}`;
}

interface Field {
  field: string;
  property: unknown;
  isRequired: boolean;
  /** The schema that the field is shown in, which gives it an anchor. */
  name: string | undefined;
}

function fieldItem(document: ApiDocument, { field, property, isRequired, name }: Field): Html {
  const node = document.resolve(property);
  const id = `schema-${name}.${field}`;
  const title =
    name === undefined
      ? html`<code>${field}</code>`
      : html`<a class="anchor" href="#${id}" id="${id}" data-find="${field}|${name}"><code>${field}</code></a>`;
  return html`<li><p class="field">${title} <span class="type">${typeText(document, property)}</span> ${
    isRequired && badge("required", "info")
  } ${node.deprecated === true && deprecatedBadge()}</p>
${prose(textOf(node.description))}${valuesOf(node)}${rulesLine(node)}${inner(document, property)}</li>`;
}

/** The rules of a value on one line; nothing for a value without rules. */
export function rulesLine(node: DocumentNode): HtmlValue {
  const rules = rulesOf(node);
  return rules.length > 0 && html`<p class="hint">${rules}</p>`;
}

/** The fields of an inline object. */
function inner(document: ApiDocument, property: unknown): HtmlValue {
  const node = nodeOf(property);
  const nested = node.type === "array" ? nodeOf(node.items) : node;
  const properties = Object.entries(nodeOf(nested.properties));
  const required = new Set(listOf(nested.required));
  return (
    properties.length > 0 &&
    html`<ul class="inner">${properties.map(
      ([name, part]) =>
        html`<li><code>${name}</code> ${typeText(document, part)} ${required.has(name) && badge("required", "info")} ${prose(textOf(document.resolve(part).description))}${valuesOf(document.resolve(part))}${inner(document, part)}</li>`,
    )}</ul>`
  );
}

export function deprecatedBadge(): Html {
  return html`<a class="badge warn" href="#deprecations">deprecated</a>`;
}

/** `string (email)`, `list of WebhookAttempt`, `string or null`; names of schemas are links to them. */
export function typeText(document: ApiDocument, schema: unknown): Html {
  const name = schemaNameOf(schema);
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`;
  const node = nodeOf(schema);
  const choices = [...listOf(node.anyOf), ...(node.type === undefined ? listOf(node.oneOf) : [])];
  if (choices.length > 0) return joined(choices.map((choice) => typeText(document, choice)));
  if (node.type === "array") return html`list of ${typeText(document, node.items)}`;
  if (Array.isArray(node.type)) return joined(node.type.map((type) => html`${String(type)}`));
  const format = textOf(node.format);
  return html`${textOf(node.type) ?? (node.const !== undefined ? typeof node.const : "any")}${format !== undefined && ` (${format})`}`;
}

function joined(parts: readonly Html[]): Html {
  return html`${parts.map((part, index) => html`${index > 0 && " or "}${part}`)}`;
}

/** The allowed values of a closed set, or the one constant. */
function valuesOf(node: DocumentNode): HtmlValue {
  const values = node.const === undefined ? listOf(node.enum) : [node.const];
  return values.length > 0 && html`<p class="words">${values.map((value) => html`<code>${plain(value)}</code> `)}</p>`;
}

function rulesOf(node: DocumentNode): Html[] {
  const pattern = textOf(node.pattern);
  const inWords = pattern === undefined ? undefined : patternInWords(pattern);
  const rules: [label: string, value: unknown][] = [
    ["default", node.default],
    ["at least", node.minimum],
    ["at most", node.maximum],
    ["for example", listOf(node.examples)[0] ?? node.example],
    ["pattern", inWords === undefined ? pattern : undefined],
  ];
  const listed = rules
    .filter(([, value]) => value !== undefined)
    .map(([label, value]) => html`<span class="rule">${label} <code>${plain(value)}</code></span> `);
  const lengths = [
    rangeInWords(node.minLength, node.maxLength, ["character", "characters"]),
    rangeInWords(node.minItems, node.maxItems, ["entry", "entries"]),
  ];
  return [...[...lengths, inWords].filter((text) => text !== undefined).map(ruleInWords), ...listed];
}

function ruleInWords(words: string): Html {
  return html`<span class="rule">${words}</span> `;
}

function rangeInWords(min: unknown, max: unknown, [one, several]: readonly [string, string]): string | undefined {
  const counted = (count: unknown) => `${plain(count)} ${count === 1 ? one : several}`;
  if (min === undefined && max === undefined) return undefined;
  if (max === undefined) return `at least ${counted(min)}`;
  if (min === max) return counted(max);
  return min === undefined ? `at most ${counted(max)}` : `${plain(min)} to ${counted(max)}`;
}

/** Rules between fields, which a list of fields cannot show. */
function conditionsOf(node: DocumentNode): HtmlValue {
  const alternatives = listOf(node.oneOf).flatMap((choice) => listOf(nodeOf(choice).required).map(plain));
  const together = new Set(
    Object.entries(nodeOf(node.dependentRequired)).map(([name, others]) =>
      [name, ...listOf(others).map(plain)].sort().join(" and "),
    ),
  );
  const sentences: HtmlValue[] = [
    alternatives.length > 1 &&
      html`Exactly one of ${alternatives.map((name, index) => html`${index > 0 && ", "}<code>${name}</code>`)}.`,
    ...[...together].map((names) => html`<code>${names}</code> go together: send both or neither.`),
    conditionSentence(node),
  ].filter((sentence) => sentence !== false && sentence !== undefined);
  return (
    sentences.length > 0 && html`<ul class="conditions">${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
  );
}

function conditionSentence(node: DocumentNode): HtmlValue {
  const condition = constantsOf(node.if);
  const [then, otherwise] = [nodeOf(node.then), nodeOf(node.else)];
  if (condition.length === 0) return undefined;
  const needed = listOf(then.required).map(plain);
  const fixed = constantsOf(then);
  const refused = Object.entries(nodeOf(otherwise.properties)).flatMap(([name, value]) =>
    value === false ? [name] : [],
  );
  const codes = (names: readonly string[]) =>
    names.map((name, index) => html`${index > 0 && ", "}<code>${name}</code>`);
  return html`With ${codes(condition)}: ${codes(needed)} must be sent${fixed.length > 0 && html`, ${codes(fixed)}`}. ${
    refused.length > 0 && html`Otherwise ${codes(refused)} are refused.`
  }`;
}

function constantsOf(schema: unknown): string[] {
  return Object.entries(nodeOf(nodeOf(schema).properties)).flatMap(([name, property]) => {
    const { const: constant } = nodeOf(property);
    return constant === undefined ? [] : [`${name}: ${plain(constant)}`];
  });
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
