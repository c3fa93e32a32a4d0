// Describes a change for the audit log without the values: digests of each changed field, before and after.
import { createHash } from "node:crypto";
import type { JsonObject } from "../domain/json.js";

/**
 * `subject` is the owner of the fields: equal values of two subjects have different digests. Fields in `except` are omitted. `before` is
 * undefined for a new record. Empty when nothing differs.
 */
export function changeDigests(
  subject: string,
  { before, after, except = [] }: { before: object | undefined; after: object; except?: readonly string[] },
): JsonObject {
  const former = fieldTexts(before ?? {});
  const present = fieldTexts(after);
  const names = [...new Set([...former.keys(), ...present.keys()])].filter(
    (name) => !except.includes(name) && former.get(name) !== present.get(name),
  );
  if (names.length === 0) return {};
  const digestsOf = (fields: Map<string, string | undefined>) =>
    Object.fromEntries(names.map((name) => [name, digest(subject, name, fields.get(name))]));
  return { ...(before !== undefined && { before: digestsOf(former) }), after: digestsOf(present) };
}

/** Each field as text that is equal for equal values. */
function fieldTexts(value: object): Map<string, string | undefined> {
  return new Map(Object.entries(value).map(([name, field]) => [name, JSON.stringify(field)]));
}

function digest(subject: string, name: string, text: string | undefined): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([subject, name]))
    .update(text ?? "null");
  return `sha256:${hash.digest("hex").slice(0, 16)}`;
}
