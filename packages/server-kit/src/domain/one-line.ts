// Makes external text safe for a format of lines, such as a mail or a QR code.

/** Replaces line breaks and other control characters by blanks, so that the text adds no line. */
export function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");
}
