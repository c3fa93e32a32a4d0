// Quotes schema and table names that are inserted into statements at run time.

/** Safe for any name. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
