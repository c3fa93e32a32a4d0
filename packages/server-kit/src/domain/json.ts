// Types of parsed JSON, and a canonical text form.

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

/** The object with each half of a surrogate pair in its texts replaced: PostgreSQL does not parse JSON that contains one. */
export function wellFormedJson(value: JsonObject): JsonObject {
  // What `JSON.stringify` writes of an object is an object.
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === "string" ? part.toWellFormed() : part,
  ) as JsonObject;
}

/** The value as JSON text with sorted keys: equal values have equal texts. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(",")}}`;
}
