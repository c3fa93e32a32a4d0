// A form that edits stored values carries digests of the values it was filled from, so that saving an outdated page does not overwrite
// concurrent changes: it is refused, and the response lists what has changed.
import { createHash } from "node:crypto";
import { Refusal } from "../../domain/refusal.js";
import { UsedForm } from "../../flows/use-form-once.js";
import { type Html, html } from "../html.js";

/** The values that a form shows, by the paths used in messages. */
export type FormValues = Record<string, string>;

const changedElsewhere = "changed_elsewhere";

/** The hidden field of a form that was filled from these values. */
export function filledFromField(values: FormValues): Html {
  const marks = Object.entries(values).map(([name, value]) => `${name}=${digest(value)}`);
  return html`<input type="hidden" name="filledFrom" value="${marks.join(" ")}">`;
}

/** @throws Refusal VALIDATION_ERROR with a detail for each value that has changed since the form was filled. */
export function requireUnchanged(filledFrom: string | undefined, stored: FormValues): void {
  const before = readMarks(filledFrom);
  const changed = Object.entries(stored).filter(([name, value]) => before.get(name) !== digest(value));
  if (changed.length === 0) return;
  throw new Refusal("VALIDATION_ERROR", {
    details: changed.map(([name, value]) => ({
      path: name,
      rule: changedElsewhere,
      message: `was changed elsewhere after this page was opened: it is now ${value === "" ? "empty" : `"${value}"`}. Nothing was done; check the form and send it again`,
    })),
  });
}

/** The names of values that still are as the form was filled: the user did not change them. */
export function untouchedIn(filledFrom: string | undefined, sent: FormValues): ReadonlySet<string> {
  const before = readMarks(filledFrom);
  return new Set(Object.keys(sent).filter((name) => before.get(name) === digest(sent[name] ?? "")));
}

/** What is stored has changed since the form was opened: by others, or by the form itself. */
export function isConflict(refusal: Refusal): boolean {
  if (refusal instanceof UsedForm) return true;
  return Array.isArray(refusal.details) && refusal.details.some(({ rule }) => rule === changedElsewhere);
}

function readMarks(filledFrom: string | undefined): Map<string, string> {
  return new Map(
    (filledFrom ?? "").split(" ").map((mark): [string, string] => {
      const at = mark.indexOf("=");
      return [mark.slice(0, at), mark.slice(at + 1)];
    }),
  );
}

function digest(value: string): string {
  return createHash("sha256").update(value).digest("base64url").slice(0, 16);
}
