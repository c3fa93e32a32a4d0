// How does a message show what was given? Short and on one line; objects by their kind only, as they may hold anything.

export function describeValue(value: unknown): string {
  if (typeof value === "string") {
    // A key that was passed in the wrong place must not reach a log.
    const text = value.replace(/[a-z0-9]+_(live|test|legacy)_\w+/gi, "[masked]");
    return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  }
  if (typeof value === "function") return "a function";
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
