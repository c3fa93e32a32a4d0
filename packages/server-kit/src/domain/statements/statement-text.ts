// Decodes chunks of bytes: UTF-8 and UTF-16 by byte order mark, XML by its declaration, line formats line by line.
import { statementRefusal } from "./statement-values.js";

/** Longer lines are not of a statement; the limit prevents a file without line ends from being buffered as a whole. */
const maxLineBytes = 256 * 1024;
/** An XML declaration is within these first bytes. */
const declarationBytes = 200;

export interface TextSource {
  push(bytes: Uint8Array): string;
  end(): string;
}

/** XML: encoding by byte order mark or declaration; otherwise UTF-8. */
export function createXmlText(start: Uint8Array): TextSource {
  const declared = /^<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(
    asciiOf(start.subarray(0, declarationBytes)),
  )?.[1];
  // A declaration that is read byte by byte is not in UTF-16, whatever it says: some programs declare the encoding of their memory.
  const label = utf16LabelOf(start) ?? (declared === undefined || /^utf-16/i.test(declared) ? "utf-8" : declared);
  const decoder = decoderOf(label);
  let line = 1;
  const decode = (bytes: Uint8Array | undefined) => {
    let text: string;
    try {
      text = bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
      line += text.split("\n").length - 1;
    } catch {
      throw statementRefusal("encoding", `there are bytes that are not ${label}`, { line });
    }
    return withoutNul(text, line);
  };
  return { push: (bytes) => decode(bytes), end: () => decode(undefined) };
}

/**
 * MT940 and CSV do not declare their encoding, and some banks mix two in one file: each line is UTF-8 if valid,
 * windows-1252 otherwise.
 */
export function createLineText(start: Uint8Array, encoding: "auto" | "utf-8" | "windows-1252"): TextSource {
  if (utf16LabelOf(start) !== undefined) return createXmlText(start);
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  const western = new TextDecoder("windows-1252");
  let rest = new Uint8Array(0);
  let line = 1;

  const decode = (bytes: Uint8Array) => {
    if (encoding === "windows-1252") return western.decode(bytes);
    try {
      return utf8.decode(bytes);
    } catch {
      if (encoding === "auto") return western.decode(bytes);
      throw statementRefusal("encoding", "there are bytes that are not UTF-8", { line });
    }
  };
  return {
    push(bytes) {
      const whole = concatBytes(rest, bytes);
      let text = "";
      let from = 0;
      for (let end = endOfLine(whole, from); end !== undefined; end = endOfLine(whole, from)) {
        text += withoutNul(decode(whole.subarray(from, end)), line);
        from = end;
        line += 1;
      }
      rest = whole.slice(from);
      if (rest.length > maxLineBytes) {
        throw statementRefusal("length", `the line is longer than ${maxLineBytes} bytes`, { line });
      }
      return text;
    },
    end() {
      const last = withoutNul(decode(rest), line);
      rest = new Uint8Array(0);
      return last;
    },
  };
}

/** @throws Refusal VALIDATION_ERROR for text with a NUL character: the file is damaged, or in another encoding. */
function withoutNul(text: string, line: number): string {
  if (text.includes("\0")) {
    throw statementRefusal("encoding", "there is a NUL character (U+0000): save the file as UTF-8", { line });
  }
  return text;
}

/**
 * Where the line that begins at `from` ends, its LF, CRLF or CR included. A CR as the last byte may be half of a CRLF: it ends no line
 * yet.
 */
function endOfLine(bytes: Uint8Array, from: number): number | undefined {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === lf) return at + 1;
    if (bytes[at] !== cr) continue;
    if (at + 1 === bytes.length) return undefined;
    return bytes[at + 1] === lf ? at + 2 : at + 1;
  }
  return undefined;
}

const lf = 10;
const cr = 13;
const questionMark = 63;

/** The first bytes as text for format detection; non-ASCII bytes become question marks. */
export function asciiOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.map((byte) => (byte < 128 ? byte : questionMark)));
}

export function concatBytes(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
}

function decoderOf(label: string) {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw statementRefusal("encoding", `the encoding "${label}" is not supported`, { line: 1 });
  }
}

function utf16LabelOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return undefined;
}
