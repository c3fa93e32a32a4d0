// Parses JSON text into one object, without loss or ambiguity: parsers that disagree on duplicate keys or round a number must not decide
// about money (spec/rules.md#requests).
import type { JsonObject } from "../domain/json.js";
import { Refusal } from "../domain/refusal.js";

/** Deeper than anything the contract allows; bounds every later traversal of the value. */
const maxDepth = 32;

/** @throws Refusal INVALID_JSON, or VALIDATION_ERROR with rule DUPLICATE_JSON_KEY, number_precision or depth. */
export function parseStrictJson(bytes: Uint8Array): JsonObject {
  const text = decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Refusal("INVALID_JSON", { message: describeSyntax(text, cause), cause });
  }
  const object = requireObject(value);
  inspect(text);
  return object;
}

/**
 * The object that a host's parser has made of a body, by the same rules; a duplicate key or a rounded fraction cannot be seen in it any more.
 * @throws Refusal as `parseStrictJson`.
 */
export function requireExactObject(value: unknown): JsonObject {
  const object = requireObject(value);
  for (const { path, depth, part } of partsOf(object)) {
    if (depth > maxDepth) refuseDepth(path);
    if (typeof part === "number" && !isExact(part)) refuseNumber(path);
  }
  return object;
}

export function isTooDeep(value: unknown): boolean {
  for (const { depth } of partsOf(value)) if (depth > maxDepth) return true;
  return false;
}

interface Part {
  part: unknown;
  path: string;
  /** Of the innermost object or list: 1 for the outermost one. */
  depth: number;
}

/** The value and everything in it, in the order of its text. Not recursive: a body of 64 KiB may be nested deeper than the stack allows. */
function* partsOf(value: unknown): Generator<Part> {
  const waiting: Part[] = [{ part: value, path: "", depth: isNested(value) ? 1 : 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const { part, path, depth } = next;
    if (!isNested(part)) continue;
    for (const [name, inner] of Object.entries(part).reverse()) {
      waiting.push({
        part: inner,
        path: Array.isArray(part) ? `${path}[]` : pathBelow(path, name),
        depth: isNested(inner) ? depth + 1 : depth,
      });
    }
  }
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** @throws Refusal INVALID_JSON for anything other than an object. */
function requireObject(value: unknown): JsonObject {
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new Refusal("INVALID_JSON", { message: `The body must be one JSON object; got ${kindOf(value)}.` });
  }
  // The value was returned by a JSON parser.
  return value as JsonObject;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? "text: encode the object once, not twice" : `a ${typeof value}`;
}

/** The platform's messages may quote the body, which may hold personal data: only the kind of error and its position are taken over. */
function describeSyntax(text: string, error: unknown): string {
  if (text.trim() === "") return "The body is empty: send one JSON object.";
  if (text.startsWith("\uFEFF")) return "The body begins with a byte order mark: send the JSON object without it.";
  const message = error instanceof Error ? error.message : "";
  const [, problem, position] = /^([A-Z][^"]*?) in JSON at position (\d+)/.exec(message) ?? [];
  const [, token] = /^Unexpected token '(.)'/su.exec(message) ?? [];
  const what =
    problem ?? (token && `unexpected token ${JSON.stringify(token)}`) ?? (endsEarly(message) && "it ends early");
  const where = position === undefined ? "" : `, ${lineAndColumn(text, Number(position))}`;
  return `The body is not valid JSON${what ? `: ${lowerFirst(what)}${where}` : ""}.`;
}

const endsEarly = (message: string): boolean => message.startsWith("Unexpected end");
const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

function lineAndColumn(text: string, position: number): string {
  const lines = text.slice(0, position).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new Refusal("INVALID_JSON", { message: "The body is not valid UTF-8: send JSON as UTF-8.", cause });
  }
}

interface Level {
  /** Undefined in an array. */
  keys: Set<string> | undefined;
  path: string;
}

/** Scans text that is known to be valid JSON, so that only strings, numbers and brackets have to be examined. */
function inspect(text: string): void {
  const levels: Level[] = [];
  let key = "";
  let isKeyNext = false;
  let position = 0;
  while (position < text.length) {
    const character = text[position];
    const level = levels.at(-1);
    if (character === '"') {
      const end = endOfString(text, position);
      if (isKeyNext && level?.keys !== undefined) {
        key = keyOf(text.slice(position, end));
        if (level.keys.has(key))
          refuse(pathOf(level, key), "DUPLICATE_JSON_KEY", "appears twice in one object: send it once");
        level.keys.add(key);
        isKeyNext = false;
      }
      position = end;
      continue;
    }
    if (character === "{" || character === "[") {
      const path = level === undefined ? "" : pathOf(level, key);
      levels.push({ keys: character === "{" ? new Set() : undefined, path });
      if (levels.length > maxDepth) refuseDepth(path);
      isKeyNext = character === "{";
    } else if (character === "}" || character === "]") {
      levels.pop();
    } else if (character === ",") {
      isKeyNext = level?.keys !== undefined;
    } else if (character === "-" || (character !== undefined && character >= "0" && character <= "9")) {
      const token = numberAt(text, position);
      if (!isFaithful(token)) refuseNumber(level === undefined ? "" : pathOf(level, key));
      position += token.length;
      continue;
    }
    position += 1;
  }
}

function endOfString(text: string, start: number): number {
  let position = start + 1;
  while (text[position] !== '"') position += text[position] === "\\" ? 2 : 1;
  return position + 1;
}

/** Two spellings of a key, such as with escapes, are the same key. */
function keyOf(quoted: string): string {
  // The slice is a JSON string.
  return quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

const numberPattern = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function numberAt(text: string, position: number): string {
  numberPattern.lastIndex = position;
  return numberPattern.exec(text)?.[0] ?? text.slice(position, position + 1);
}

/** Whether JavaScript represents the number faithfully: no integer beyond 2^53, no fraction rounded away, no overflow. */
function isFaithful(token: string): boolean {
  const value = Number(token);
  return isExact(value) && (!Number.isInteger(value) || hasNoFraction(token));
}

function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

function hasNoFraction(token: string): boolean {
  if (/^-?\d+$/.test(token)) return true;
  const [mantissa = "", exponent = "0"] = token.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = whole + fraction;
  const fractionLength = fraction.length - Number(exponent);
  if (fractionLength <= 0) return true;
  return /^0*$/.test(fractionLength >= digits.length ? digits : digits.slice(-fractionLength));
}

function pathOf(level: Level, key: string): string {
  return level.keys === undefined ? `${level.path}[]` : pathBelow(level.path, key);
}

function pathBelow(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

function refuseDepth(path: string): never {
  refuse(path, "depth", `is nested more than ${maxDepth} levels deep`);
}

/** Only metadata takes any value. */
function refuseNumber(path: string): never {
  const message = /^metadata\b/.test(path)
    ? "cannot be kept exactly as a JSON number: send it as a string"
    : "has more digits than a JSON number keeps exactly: send a number within the limits of this field";
  refuse(path, "number_precision", message);
}

function refuse(path: string, rule: string, message: string): never {
  throw new Refusal("VALIDATION_ERROR", { message: `${path} ${message}`, details: [{ path, rule, message }] });
}
