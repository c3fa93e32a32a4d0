// Normalises reported values before they are compared; a value that cannot be normalised is kept as text.

/** External text, trimmed; undefined for null and undefined. Truncated, because it is stored and displayed. */
export function reportedText(value: unknown): string | undefined {
  if (value == null) return undefined;
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  // PostgreSQL cannot store NUL characters, and what a bank reports must not be lost because of one.
  return text.replaceAll("\0", "").trim().slice(0, maxReportedLength);
}

const maxReportedLength = 500;

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
