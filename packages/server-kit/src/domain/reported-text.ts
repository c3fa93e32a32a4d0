// Normalises reported values before they are compared; a value that cannot be normalised is kept as text.

const maxReportedLength = 500;

/**
 * External text, trimmed; undefined for null, undefined and what has no form as text. Truncated, because it is stored and displayed.
 * In the form in which every storage returns it: PostgreSQL cannot store NUL characters, and no storage half of a surrogate pair.
 */
export function reportedText(value: unknown): string | undefined {
  return formAsText(value)?.replaceAll("\0", "").trim().slice(0, maxReportedLength).toWellFormed();
}

/** An event must not be lost because of a detail such as a response object that contains itself. */
function formAsText(value: unknown): string | undefined {
  if (value == null) return undefined;
  try {
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  } catch {
    return undefined;
  }
}

/** A currency in capital letters: `eur` and ` EUR ` are `EUR`. Anything but three letters is kept as reported. */
export function reportedCurrency(value: unknown): string | undefined {
  const text = reportedText(value);
  if (text === undefined) return undefined;
  const capitals = text.toUpperCase();
  return /^[A-Z]{3}$/.test(capitals) ? capitals : text;
}

/** A reference with white space collapsed; undefined when empty. */
export function reportedReference(value: unknown): string | undefined {
  const text = reportedText(value)?.replace(/\s+/g, " ");
  return text === "" ? undefined : text;
}

/** Equal for references that differ only in case and blanks. */
export function comparableReference(reference: string | undefined): string | undefined {
  return reference === undefined ? undefined : reference.replace(/\s+/g, "").toUpperCase();
}
