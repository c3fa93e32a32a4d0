// Checks texts that a person must give, such as the reason of a decision.
import type { RefusalDetail } from "./refusal.js";

/** Of texts that are stored with money or an alert: a reason, an actor, a reference. */
export const maxTextLength = 500;

/** One violation unless `given` has 1 to `maxLength` characters, not counting blanks around it. `hint` says what to give. */
export function findMissingText(path: string, given: unknown, hint: string, maxLength?: number): RefusalDetail[] {
  const length = typeof given === "string" ? given.trim().length : 0;
  if (length > 0 && length <= (maxLength ?? length)) return [];
  const limit = maxLength === undefined ? "" : `, at most ${maxLength} characters`;
  return [{ path, rule: "required", message: `is required${limit}: ${hint}` }];
}
