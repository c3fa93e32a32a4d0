/** Whether it is an object with named fields: no array, no function, not null. */
export function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}
