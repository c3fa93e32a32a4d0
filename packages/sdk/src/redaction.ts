// Masks credentials and personal data by value, so that no error and no log line contains them wherever they occur.
import { isObject } from "./is-object.js";

const MASK = "[masked]";
/** Masking every "1" of a text would hide more than it protects. */
const SHORTEST_CREDENTIAL = 6;
const SHORTEST_PERSONAL_VALUE = 3;
const LONGEST_LINE = 400;
const LONGEST_EXCERPT = 1024;

/** Values to mask: `credentials` everywhere, `personal` everywhere but in the field names of a JSON body. */
export interface SecretValues {
  readonly credentials?: readonly string[];
  readonly personal?: readonly string[];
}

/** Values that no error and no log line may show. */
export class Secrets {
  readonly #values: Required<SecretValues>;
  readonly #maskCredentials: (text: string) => string;
  readonly #maskAll: (text: string) => string;

  constructor({ credentials = [], personal = [] }: SecretValues) {
    this.#values = { credentials, personal };
    const spellings = spellingsOfEach(credentials, SHORTEST_CREDENTIAL);
    this.#maskCredentials = createMask(spellings);
    this.#maskAll = createMask([...spellings, ...spellingsOfEach(personal, SHORTEST_PERSONAL_VALUE)]);
  }

  /** These values and those of one call. */
  with({ credentials = [], personal = [] }: SecretValues): Secrets {
    if (credentials.length === 0 && personal.length === 0) return this;
    return new Secrets({
      credentials: [...this.#values.credentials, ...credentials],
      personal: [...this.#values.personal, ...personal],
    });
  }

  mask(text: string): string {
    return this.#maskAll(text);
  }

  /** For texts that are no data of the call, such as a field's name: a buyer called "code" must not change them. */
  maskCredentials(text: string): string {
    return this.#maskCredentials(text);
  }

  /** For request ids, rules and paths, which programs compare: a personal value that is a part of such a word was not copied into it. */
  maskIdentifier(text: string): string {
    return /^[\w.:[\]-]+$/.test(text) ? this.#maskCredentials(text) : this.#maskAll(text);
  }

  /** A copy of parsed JSON: every value masked, names only where they contain a credential. */
  maskJson(value: unknown): unknown {
    if (typeof value === "string") return this.mask(value);
    if (typeof value === "number") return this.mask(String(value)) === String(value) ? value : MASK;
    if (Array.isArray(value)) return value.map((element) => this.maskJson(element));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([name, field]) => [this.maskCredentials(name), this.maskJson(field)]);
    return Object.fromEntries(entries);
  }

  /** A response's text and, when it is JSON, its parsed form. The text is unchanged when it contains nothing to mask. */
  maskBody(text: string): { text: string; json: unknown } {
    try {
      const parsed: unknown = JSON.parse(text);
      const json = this.maskJson(parsed);
      const written = JSON.stringify(json);
      return { text: written === JSON.stringify(parsed) ? text : written, json };
    } catch {
      // Not JSON, or nested too deeply.
      return { text: this.mask(text), json: undefined };
    }
  }

  /**
   * A copy of a thrown value that is safe to keep as `cause`: name, message, code and stack, masked.
   * Other properties are dropped, because a custom fetch may attach a whole request to its errors.
   */
  maskCause(thrown: unknown, depth = 0): Error | undefined {
    if (thrown === undefined || thrown === null) return undefined;
    try {
      return this.#maskReadable(thrown, depth);
    } catch {
      // A getter that throws, or an object without a prototype.
      return new Error("unreadable error");
    }
  }

  #maskReadable(thrown: unknown, depth: number): Error {
    const { name = "Error", message = thrown, stack, code, cause }: Record<string, unknown> = Object(thrown);
    const nested = depth < 3 ? this.maskCause(cause, depth + 1) : undefined;
    const copy = new Error(this.mask(String(message)), nested && { cause: nested });
    copy.name = this.mask(String(name));
    if (stack !== undefined) copy.stack = this.mask(String(stack));
    return code === undefined ? copy : Object.assign(copy, { code: this.mask(String(code)) });
  }
}

const shownHeaders = /^(accept|content-type|user-agent|idempotency-key|x-request-id)$/;

/** Headers for a log: the values of a short list, of all others only the names. */
export function maskHeaders(headers: Headers, secrets: Secrets): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of headers) shown[name] = shownHeaders.test(name) ? secrets.mask(value) : MASK;
  return shown;
}

/** One line without control characters, so that a response cannot forge lines in a log. */
export function oneLine(text: string): string {
  const flat = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
  return flat.length > LONGEST_LINE ? `${flat.slice(0, LONGEST_LINE)}…` : flat;
}

/** The beginning of a response's text. To be masked before: the cut could otherwise leave half a key. */
export function excerptOf(masked: string): string {
  return masked.slice(0, LONGEST_EXCERPT);
}

function createMask(spellings: readonly string[]): (text: string) => string {
  // The longest first: a value that contains another one is masked as a whole.
  const ordered = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((masked, spelling) => masked.replaceAll(spelling, MASK), text);
}

function spellingsOfEach(values: readonly string[], shortest: number): string[] {
  return values.filter(({ length }) => length >= shortest).flatMap(spellingsOf);
}

function spellingsOf(value: string): string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  try {
    return [value, inJson, encodeURIComponent(value)];
  } catch {
    // A lone surrogate cannot be percent-encoded; then that spelling cannot occur either.
    return [value, inJson];
  }
}
