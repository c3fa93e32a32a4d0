// Makes the schemas stricter for our own responses: readers must accept unknown fields and values, but we must
// not send any by mistake.
import type { JsonSchema } from "../../packages/server-kit/src/http/generated/contract.js";

const BRANCHES = new Set(["if", "then", "else", "not"]);
const MAPS_OF_SCHEMAS = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);
const PLAIN_VALUES = new Set(["enum", "const", "required", "default", "dependentRequired", "type"]);

/**
 * The schema with every object that names its fields closed to others, and every "known value or any other
 * string" reduced to the known values. Objects with their own `additionalProperties` keep it. Branches of
 * conditions are not closed, since they name only the fields that they test.
 */
export function closeSchema(schema: JsonSchema): JsonSchema {
  const known = knownValues(schema);
  if (known !== undefined) return { enum: known };
  const closed = mapSchemas(schema);
  const namesFields = isRecord(schema.properties) && schema.additionalProperties === undefined;
  return namesFields ? { ...closed, additionalProperties: false } : closed;
}

function mapSchemas(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (PLAIN_VALUES.has(keyword) || BRANCHES.has(keyword)) return [keyword, value];
      if (MAPS_OF_SCHEMAS.has(keyword) && isRecord(value)) {
        return [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, closeAny(inner)]))];
      }
      return [keyword, closeAny(value)];
    }),
  );
}

function closeAny(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeAny);
  return isRecord(value) ? closeSchema(value) : value;
}

/** The known values of `anyOf: [{ enum }, { type: string }]`, the document's form of a set that may grow. */
function knownValues(schema: JsonSchema): readonly unknown[] | undefined {
  if (!Array.isArray(schema.anyOf) || schema.anyOf.length !== 2) return undefined;
  const [known, other]: unknown[] = schema.anyOf;
  if (!isRecord(known) || !isRecord(other) || !Array.isArray(known.enum)) return undefined;
  return Object.keys(other).every((keyword) => keyword === "type") && other.type === "string" ? known.enum : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
