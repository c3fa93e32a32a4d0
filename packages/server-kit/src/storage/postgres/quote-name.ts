// Names of schemas and tables in statements that are put together at run time.

/** A name as SQL writes it, whatever is in it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
