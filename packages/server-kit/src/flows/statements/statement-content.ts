// The content of a statement as a host may pass it, opened for reading, and whether it can be read twice.
import { invalidInput } from "../../domain/refusal.js";

export type StatementContent =
  | string
  | Uint8Array
  | AsyncIterable<Uint8Array>
  | (() => AsyncIterable<Uint8Array> | Iterable<Uint8Array>);

export interface OpenedContent {
  isRepeatable: boolean;
  chunks(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Chunk size for content in memory: bounds the buffer of a reader. */
const pieceLength = 64 * 1024;

export function openContent(content: unknown): OpenedContent {
  if (typeof content === "string") return ofBytes(new TextEncoder().encode(content));
  if (content instanceof Uint8Array) return ofBytes(content);
  if (typeof content === "function") {
    // StatementContent allows no other function; one that returns anything else fails when it is read.
    return { isRepeatable: true, chunks: content as () => AsyncIterable<Uint8Array> };
  }
  if (typeof content === "object" && content !== null && Symbol.asyncIterator in content) {
    // StatementContent allows no other object that can be iterated.
    return { isRepeatable: false, chunks: () => content as AsyncIterable<Uint8Array> };
  }
  const message = "must be text, bytes, a stream of bytes, or a function that opens one";
  throw invalidInput({ path: "content", rule: "type", message });
}

function ofBytes(bytes: Uint8Array): OpenedContent {
  return {
    isRepeatable: true,
    *chunks() {
      for (let from = 0; from < bytes.length; from += pieceLength) yield bytes.subarray(from, from + pieceLength);
    },
  };
}
