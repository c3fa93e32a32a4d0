// The headers of an endpoint's response that are stored for the panel: bounded, with possible secrets masked.

const maxHeaders = 30;
const maxValueLength = 200;
const maxLength = 2048;
const secretName = /cookie|auth|token|secret|key|session|signature|credential|password/i;
const mask = "••••••••";

/** One line for each header, `name: value`; undefined when there is none. */
export function keptResponseHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): string | undefined {
  let text = "";
  for (const [name, value] of Object.entries(headers).slice(0, maxHeaders)) {
    for (const one of [value ?? []].flat()) {
      const line = `${clean(name)}: ${secretName.test(name) ? mask : clean(withoutQuery(one)).slice(0, maxValueLength)}`;
      if (text.length + line.length + 1 > maxLength) return text === "" ? undefined : text;
      text += text === "" ? line : `\n${line}`;
    }
  }
  return text === "" ? undefined : text;
}

/** The stored headers as pairs, in their order. */
export function readResponseHeaders(kept: string | undefined): [name: string, value: string][] {
  if (kept === undefined || kept === "") return [];
  return kept.split("\n").map((line): [string, string] => {
    const at = line.indexOf(": ");
    return [line.slice(0, at), line.slice(at + 2)];
  });
}

/** Addresses carry secrets in their queries. */
function withoutQuery(value: string): string {
  return value.replace(/(https?:\/\/[^\s?]*|^\/[^\s?]*)\?[^\s;,>"]*/g, `$1?${mask}`);
}

function clean(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, " ").toWellFormed();
}
