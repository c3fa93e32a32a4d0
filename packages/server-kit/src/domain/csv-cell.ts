// One cell of a CSV file that spreadsheets open without running anything.

/** A cell that begins like a formula would be run by a spreadsheet: an apostrophe in front makes it text (OWASP, CSV injection). */
export function csvCell(text: string): string {
  const defused = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${defused.replaceAll('"', '""')}"`;
}
