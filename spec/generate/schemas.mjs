// Converts schemas of the document to self-contained JSON Schema 2020-12: references inlined, descriptions
// removed.
import { resolve } from "./load.mjs";

const PROSE = new Set(["description", "summary", "title", "example", "examples", "deprecated", "externalDocs"]);
// Keys of these are names chosen by us, not keywords: a field may be called `description`.
const MAPS_OF_SCHEMAS = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);
const PLAIN_VALUES = new Set(["enum", "const", "required", "default", "dependentRequired", "type"]);

/**
 * One schema without references, descriptions and `x-` keys. `keepDefaults` keeps `default`, which a check
 * with `useDefaults` would write into a body.
 */
export function inlineSchema(document, schema, { keepDefaults = false } = {}) {
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref, ...own } = schema;
  const merged =
    $ref === undefined ? own : { ...inlineSchema(document, resolve(document, schema), { keepDefaults }), ...own };
  const result = {};
  for (const [keyword, value] of Object.entries(merged)) {
    if (PROSE.has(keyword) || keyword.startsWith("x-")) continue;
    if (keyword === "default" && !keepDefaults) continue;
    result[keyword] = inlineKeyword(document, keyword, value, { keepDefaults });
  }
  return result;
}

function inlineKeyword(document, keyword, value, options) {
  if (PLAIN_VALUES.has(keyword)) return value;
  if (Array.isArray(value)) return value.map((entry) => inlineSchema(document, entry, options));
  if (MAPS_OF_SCHEMAS.has(keyword))
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, inlineSchema(document, entry, options)]),
    );
  return inlineSchema(document, value, options);
}

/** Whether a schema means "one of these values, or any other string": the document's form of a set that may grow. */
export function isOpenSet(document, schema) {
  if (!Array.isArray(schema?.anyOf) || schema.anyOf.length !== 2) return false;
  const [known, any] = schema.anyOf.map((entry) => resolve(document, entry));
  return Array.isArray(known.enum) && any.type === "string" && any.enum === undefined && any.const === undefined;
}
