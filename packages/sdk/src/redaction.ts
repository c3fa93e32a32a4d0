// What must never leave the client in a message, an object or a log line? Secrets are found by value, wherever they turn up.

const MASK = "[masked]";
/** Shorter values are left alone: masking every "1" of a text would hide more than it protects. */
const SHORTEST_SECRET = 6;

/** Values that no error and no log line may show. */
export class Secrets {
  readonly #spellings: readonly string[];

  constructor(values: Iterable<string>) {
    const spellings = new Set<string>();
    for (const value of values) {
      if (value.length < SHORTEST_SECRET) continue;
      for (const spelling of spellingsOf(value)) spellings.add(spelling);
    }
    // The longest first, so that a secret which contains another one goes as a whole.
    this.#spellings = [...spellings].sort((a, b) => b.length - a.length);
  }

  /** These secrets and some more, for one call. */
  with(values: readonly string[]): Secrets {
    return values.length === 0 ? this : new Secrets([...this.#spellings, ...values]);
  }

  mask(text: string): string {
    let masked = text;
    for (const spelling of this.#spellings) masked = masked.replaceAll(spelling, MASK);
    return masked;
  }

  /**
   * A copy of a thrown thing that is safe to keep as `cause`: name, message, code and stack, masked.
   * Other properties are dropped, because a foreign fetch may hang a whole request on its errors.
   */
  maskCause(thrown: unknown, depth = 0): Error | undefined {
    if (thrown === undefined || thrown === null) return undefined;
    const { name = "Error", message = thrown, stack, code, cause }: Record<string, unknown> = Object(thrown);
    const nested = depth < 3 ? this.maskCause(cause, depth + 1) : undefined;
    const copy = new Error(this.mask(String(message)), nested && { cause: nested });
    copy.name = this.mask(String(name));
    if (stack !== undefined) copy.stack = this.mask(String(stack));
    return code === undefined ? copy : Object.assign(copy, { code: this.mask(String(code)) });
  }
}

const shownHeaders = /^(accept|content-type|user-agent|idempotency-key|x-request-id)$/;

/** Headers as a log may show them: a short list in clear, everything else by name only. */
export function maskHeaders(headers: Headers, secrets: Secrets): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of headers) shown[name] = shownHeaders.test(name) ? secrets.mask(value) : MASK;
  return shown;
}

/** One line without control characters: foreign text must not forge lines in a log. */
export function oneLine(text: string, limit: number): string {
  const flat = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
  return flat.length > limit ? `${flat.slice(0, limit)}…` : flat;
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
