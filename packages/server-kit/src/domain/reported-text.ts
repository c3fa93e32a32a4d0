// Facts from outside are brought to one form before they are compared; what has no such form is kept as the text it is.

/** A word from outside without the blanks around it; undefined for nothing. Bounded, because it is kept and shown. */
export function reportedText(value: unknown): string | undefined {
  if (value == null) return undefined;
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.trim().slice(0, maxReportedLength);
}

const maxReportedLength = 500;

/** A currency in capital letters: `eur` and ` EUR ` are `EUR`. What is no three letters stays as it was told. */
export function reportedCurrency(value: unknown): string | undefined {
  const text = reportedText(value);
  if (text === undefined) return undefined;
  const capitals = text.toUpperCase();
  return /^[A-Z]{3}$/.test(capitals) ? capitals : text;
}

/** A reference as it is kept; undefined for an empty one. */
export function reportedReference(value: unknown): string | undefined {
  const text = reportedText(value)?.replace(/\s+/g, " ");
  return text === "" ? undefined : text;
}

/** Equal for references that differ in case and blanks only. */
export function comparableReference(reference: string | undefined): string | undefined {
  return reference === undefined ? undefined : reference.replace(/\s+/g, "").toUpperCase();
}
