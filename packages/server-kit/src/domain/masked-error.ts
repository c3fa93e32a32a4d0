// The part of an error that may be logged: name, code and a bounded message, with everything that resembles personal data or a secret
// masked. The messages of adapters and mail servers may contain either.

export interface MaskedError {
  name: string;
  code?: string | number;
  message: string;
  /** The frames only: the first lines of a stack repeat the unmasked message. */
  stack?: string;
  cause?: MaskedError;
}

const maxReadLength = 2000;
const maxMessageLength = 300;
const maxFrames = 12;
const maxCauses = 3;

/** No constructor, because pino would log its name as the type. `String(err)` works as for any error. */
const shape: object = Object.defineProperty(Object.create(null), "toString", {
  value(this: MaskedError) {
    return `${this.name}: ${this.message}`;
  },
});

/** The loggable part of any thrown value, with a bounded number of causes. */
export function maskError(error: unknown, causesLeft = maxCauses): MaskedError {
  const masked: MaskedError = Object.create(shape);
  const fields: Partial<Record<"name" | "code" | "message" | "stack" | "cause", unknown>> =
    typeof error === "object" && error !== null ? error : { message: error };
  masked.name = isWord(fields.name) ? fields.name : "Error";
  if (typeof fields.code === "number" || isWord(fields.code)) masked.code = fields.code;
  masked.message = maskText(String(typeof fields.message === "object" ? "" : (fields.message ?? "")));
  if (typeof fields.stack === "string") masked.stack = framesOf(fields.stack);
  if (fields.cause !== undefined && causesLeft > 0) masked.cause = maskError(fields.cause, causesLeft - 1);
  return masked;
}

function isWord(value: unknown): value is string {
  return typeof value === "string" && /^[A-Za-z][\w.-]{0,59}$/.test(value) && maskText(value) === value;
}

function framesOf(stack: string): string {
  const frames = stack.slice(0, 20_000).match(/^ {4}at (?:async )?[^\n]{1,250}:\d+:\d+\)?$/gm) ?? [];
  return frames.slice(0, maxFrames).join("\n");
}

const plainWords = new Set(
  "Bad Gateway Request Internal Server Error Service Unavailable Not Found Time Timeout Too Many Requests Payment Required Conflict".split(
    " ",
  ),
);

/** External text for the log: masked, one line, at most 300 characters. */
export function maskText(text: string): string {
  // Masked before it is truncated: a truncated secret would not be recognised.
  const read = text.length > maxReadLength ? text.slice(0, maxReadLength).replace(/\S*$/, "…") : text;
  const masked = read
    .replace(/\s+/g, " ")
    .replace(/\b([a-z][a-z0-9+.-]{1,20}:\/\/)(?:[^\s/@]{1,300}@)?([\w.:[\]-]{1,200})[^\s"'<>)]*/gi, "$1$2/…")
    .replace(/[^\s<>"'(),;:=]{1,64}@[^\s<>"'(),;]{1,255}/g, "[e-mail]")
    .replace(/\b[a-z]{2}\d{2}(?:[a-z0-9]{11,30}|(?:[ -][a-z0-9]{4}){2,7}(?:[ -](?=\d)[a-z0-9]{1,3})?)\b/gi, "[account]")
    .replace(/\+?\d[\d ()/-]{6,40}\d/g, "[number]")
    .replace(/(?=[\w.~+/=-]*\d)[\w.~+/=-]{24,}/g, "[token]")
    .replace(/"([^"]{1,500})"|(?<!\p{L})'([^']{1,500})'/gu, (whole, double, single) =>
      /^[a-z_$][\w$.]{0,40}$/.test(double ?? single) ? whole : "[text]",
    )
    .replace(/\p{Lu}[\p{L}'-]{1,40}(?: \p{Lu}[\p{L}'-]{1,40})+/gu, (words) =>
      words.split(" ").every((word) => plainWords.has(word) || /^[A-Z]+$/.test(word)) ? words : "[words]",
    );
  return masked.length <= maxMessageLength ? masked : `${masked.slice(0, maxMessageLength - 1).toWellFormed()}…`;
}
