// Parses captured headers: lines from a log or from curl, or a JSON object from a framework.

/** @throws Error that says what is wrong, without the headers themselves: one of them may hold a credential */
export function parseHeaderFile(text: string): Record<string, string | string[]> {
  return /^\s*\{/.test(text) ? parseJson(text) : parseLines(text);
}

function parseJson(text: string): Record<string, string | string[]> {
  try {
    // JSON that begins with a brace is an object; values that are no strings are ignored when a header is read.
    return JSON.parse(text) as Record<string, string | string[]>;
  } catch {
    throw new Error(
      "The headers begin with { and are not JSON: give one JSON object, or lines of the form Name: value",
    );
  }
}

function parseLines(text: string): Record<string, string[]> {
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
