// Reads a field of a value whose type is unknown: a caught error, a parsed body, an object that a host passed.

/** The field of an object; undefined for anything else. */
export function readField(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  // Reading any field of an object gives a value or undefined.
  return (value as Record<string, unknown>)[name];
}

/** A field that holds text; undefined for any other value. */
export function readText(value: unknown, name: string): string | undefined {
  const field = readField(value, name);
  return typeof field === "string" ? field : undefined;
}

/** The code of an error of Node.js, a driver or this package, such as `ENOENT` or `SQLITE_FULL`. */
export function errorCode(error: unknown): string | undefined {
  return readText(error, "code");
}

/** The fields of an object, each unknown; none for anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  // Reading any field of an object gives a value or undefined.
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
