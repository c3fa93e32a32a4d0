// Parses captured headers: lines from a log or from curl, or a JSON object from a framework.

/** @throws Error with the number of the invalid line */
export function parseHeaderFile(text: string): Record<string, string | string[]> {
  if (/^\s*\{/.test(text)) {
    const value: unknown = JSON.parse(text);
    // JSON that begins with a brace is an object; values that are no strings are ignored when a header is read.
    return value as Record<string, string | string[]>;
  }
  const headers: Record<string, string[]> = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    // The first line may be a request or status line; curl puts > or < before each line.
    const content = line.replace(/^[<>] ?/, "");
    if (content.trim() === "" || (index === 0 && /HTTP\/\d/.test(content))) continue;
    const match = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(.*?)[ \t]*$/.exec(content);
    if (!match?.[1]) throw new Error(`Line ${index + 1} of the headers is not "Name: value"`);
    const name = match[1].toLowerCase();
    headers[name] = [...(headers[name] ?? []), match[2] ?? ""];
  }
  return headers;
}
