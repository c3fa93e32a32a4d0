// Adds what an editor shows on a field: shape, unit, range, an example, and every value of a set. Collected
// from the whole document, since a reference hides its target's description. For the generated types only;
// the served document is not changed.
import { lookUp, resolve } from "./load.mjs";

/** The document with a full description and an example on every property. `errors` explains the error codes. */
export function withFieldDocs(document, errors) {
  const examples = collectExamples(document);
  return { ...document, components: { ...document.components, schemas: documentAll(document.components.schemas) } };

  function documentAll(schemas) {
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, inside(schema)]));
  }

  /** The schema with its own properties documented; the original is not changed. */
  function inside(schema) {
    if (Array.isArray(schema)) return schema.map(inside);
    if (typeof schema !== "object" || schema === null) return schema;
    const result = { ...schema };
    for (const key of ["items", "anyOf", "oneOf", "allOf"])
      if (schema[key] !== undefined) result[key] = inside(schema[key]);
    if (schema.properties !== undefined) {
      const documented = Object.entries(schema.properties).map(([name, property]) => [name, field(property)]);
      result.properties = Object.fromEntries(documented);
    }
    return result;
  }

  function field(property) {
    const target = resolve(document, property);
    const description = [sentence(property.description ?? target.description), ...facts(target)].join(" ");
    // A value that begins with @ would be parsed as a JSDoc tag.
    const quoted = (value) => (typeof value === "string" && value.startsWith("@") ? JSON.stringify(value) : value);
    const example = [property, target].flatMap((node) => node.examples ?? []).concat(examples.get(property) ?? [])[0];
    // The description already explains the format.
    const { format: _, ...rest } = inside(property);
    return {
      ...rest,
      description: description + valuesOf(target),
      ...(example === undefined ? {} : { examples: [quoted(example)] }),
    };
  }

  /** One list line for each value of a set: `- value: its meaning`. */
  function valuesOf(schema) {
    const set = setOf(document, schema);
    if (set === undefined) return "";
    const meaning = set["x-enum-descriptions"] ?? {};
    return set.enum
      .map((value) => `\n- \`${value}\`: ${sentence(meaning[value] ?? errors[value]?.when ?? "")}`)
      .join("");
  }
}

/** The set of values behind a schema: its own, that of a list's entries, or the known part of a set that may grow. */
function setOf(document, schema) {
  const target = resolve(document, schema);
  if (Array.isArray(target.enum)) return target;
  if (target.items !== undefined) return setOf(document, target.items);
  const known = target.anyOf?.map((entry) => resolve(document, entry)).find((entry) => Array.isArray(entry.enum));
  return known;
}

const sentence = (text = "") => (text === "" || /[.?!:]$/.test(text) ? text : `${text}.`);

/** Range and form, as far as the keywords define them. */
function* facts({ type, minimum, maximum, maxLength, format, maxItems, const: constant }) {
  if (constant !== undefined) yield `Always \`${JSON.stringify(constant)}\`.`;
  if (minimum !== undefined && maximum !== undefined) yield `Whole number, ${minimum} to ${maximum}.`;
  else if (minimum !== undefined) yield `Whole number from ${minimum}.`;
  if (format === "date-time") yield "ISO 8601 with milliseconds and Z.";
  if (format === "uri") yield "Absolute URL.";
  if (format === "email") yield "E-mail address.";
  if (format === "uuid") yield "UUID in lower case.";
  if (maxLength !== undefined) yield `At most ${maxLength} characters.`;
  if (maxItems !== undefined) yield `At most ${maxItems} entries.`;
  if (Array.isArray(type) && type.includes("null")) yield "May be null.";
}

/** For each property node the first value that an example of a request, response or event contains for it. */
function collectExamples(document) {
  const found = new Map();
  const seen = new Set();
  visit(document.paths);
  visit(document.webhooks);
  visit(document.components.responses);
  return found;

  function visit(node) {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    if (node.schema !== undefined && node.examples !== undefined && !Array.isArray(node.examples)) {
      for (const { value } of Object.values(node.examples)) walk(node.schema, value);
    }
    for (const child of Object.values(node)) visit(child);
  }

  function walk(schema, value) {
    const target = schema.$ref === undefined ? schema : lookUp(document, schema.$ref);
    for (const part of [target.anyOf, target.oneOf, target.allOf].flat()) if (part !== undefined) walk(part, value);
    if (Array.isArray(value)) {
      if (target.items !== undefined) for (const entry of value) walk(target.items, entry);
      return;
    }
    if (typeof value !== "object" || value === null) return;
    for (const [name, property] of Object.entries(target.properties ?? {})) {
      const given = value[name];
      if (given === undefined || given === null) continue;
      const isPlain = typeof given !== "object";
      if (isPlain && !found.has(property)) found.set(property, given);
      walk(property, given);
    }
  }
}
