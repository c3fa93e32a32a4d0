// Text with the character NUL (U+0000): no name or message has it, and PostgreSQL cannot store it. It is refused where text enters.
import { invalidInput } from "./refusal.js";

/**
 * Looks into plain objects and lists. `path` names the value in the error.
 * @throws Refusal VALIDATION_ERROR that names the first text with a NUL character.
 */
export function requireNoNul(value: unknown, path = ""): void {
  const seen = new Set<object>();
  const waiting: [string, unknown][] = [[path, value]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [at, one] = next;
    if (typeof one === "string" && one.includes("\0")) throw nulRefusal(at);
    if (!isPlain(one) || seen.has(one)) continue;
    seen.add(one);
    for (const [name, part] of Object.entries(one)) {
      if (name.includes("\0")) throw nulRefusal(at);
      waiting.push([pathBelow(at, name, Array.isArray(one)), part]);
    }
  }
}

function nulRefusal(path: string) {
  return invalidInput({
    path: path === "" ? "text" : path,
    rule: "nul",
    message: "must not contain the character NUL (U+0000): remove it",
  });
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || prototype === Object.prototype;
}

function pathBelow(path: string, name: string, isList: boolean): string {
  if (isList) return path === "" ? "" : `${path}[${name}]`;
  return path === "" ? name : `${path}.${name}`;
}
