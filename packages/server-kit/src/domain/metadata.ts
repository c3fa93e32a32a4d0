// Limits for a merchant's metadata that a schema cannot express. Metadata is accepted or rejected, never changed.
import { limits } from "./generated/limits.js";
import type { JsonValue } from "./json.js";

/** The reason that metadata cannot be stored, or undefined when it can. Values of the outermost object are at depth 1. */
export function findMetadataProblem(metadata: JsonValue): string | undefined {
  const { metadataMaxBytes, metadataMaxDepth } = limits;
  if (depthOf(metadata) > metadataMaxDepth) return `must be nested at most ${metadataMaxDepth} levels deep`;
  const text = JSON.stringify(metadata);
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > metadataMaxBytes) return `must be at most ${metadataMaxBytes} bytes as JSON; got ${bytes}`;
  if (hasLoneSurrogate(metadata)) return "must contain well-formed Unicode text only";
  return undefined;
}

function depthOf(value: JsonValue): number {
  if (value === null || typeof value !== "object") return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function hasLoneSurrogate(value: JsonValue): boolean {
  if (typeof value === "string") return !value.isWellFormed();
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([key, inner]) => !key.isWellFormed() || hasLoneSurrogate(inner));
}
