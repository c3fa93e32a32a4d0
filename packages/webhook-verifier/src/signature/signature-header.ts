// Parses the signature header (spec/rules.md#events).

// Anchored. HTTP allows spaces and tabs around a value; `$` without the m flag does not accept a line feed.
const GRAMMAR = /^[ \t]*sha256=([\da-fA-F]{64})[ \t]*$/;

/** The digest in lower case, or `undefined` for anything but `sha256=` and 64 hex digits of either case. */
export function readSignature(header: unknown): string | undefined {
  return typeof header === "string" ? GRAMMAR.exec(header)?.[1]?.toLowerCase() : undefined;
}
