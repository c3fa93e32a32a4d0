// Describes a given value in an error message: short and on one line. Of objects only their kind, because their content may be secret.

export function describeValue(value: unknown): string {
  if (typeof value === "string") {
    // A key or webhook secret that was passed as the wrong argument must not be logged.
    const text = value.replace(/[a-z0-9]+_(live|test|legacy)_\w+|whs_\w+/gi, "[masked]");
    return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  }
  if (typeof value === "function") return "a function";
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
