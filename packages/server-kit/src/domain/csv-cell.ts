// A CSV cell that is safe to open in a spreadsheet.

/** Spreadsheets evaluate a cell that begins like a formula; a leading apostrophe makes it text (OWASP, CSV injection). */
export function csvCell(text: string): string {
  const defused = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${defused.replaceAll('"', '""')}"`;
}
