// One-time forms: a form that records money or creates something must do it once, although a browser may send it again (a second press,
// reload, back).
import { createHash } from "node:crypto";
import type { Clock, RandomBytes } from "../domain/clock.js";
import { createToken } from "../domain/identifiers.js";
import { Refusal } from "../domain/refusal.js";
import type { Records } from "../storage/port.js";
import { maxSessionMs } from "./sign-in.js";

/** A use is remembered for longer than its form is valid, so that no form can be used twice. */
const counterMarginMs = 1000;

/** Value of the hidden field: creation time and random text. */
export function newFormMark({ clock, randomBytes }: { clock: Clock; randomBytes: RandomBytes }): string {
  return `${clock.now().toString(36)}.${createToken(randomBytes)}`;
}

/** The refusal of a form that was used (`hasActed`), or is too old to tell. */
export class UsedForm extends Refusal {
  readonly hasActed: boolean;

  constructor(message: string, hasActed: boolean) {
    super("VALIDATION_ERROR", { message });
    this.hasActed = hasActed;
  }
}

/**
 * Uses the form in the unit of work that does what it asks for, so that a form whose unit failed may be sent again.
 * @param usedMessage for a form that was used: what it has done, and how to replace a secret that it showed
 * @throws UsedForm VALIDATION_ERROR for a form that was used, and for one that is expired or not from this service.
 */
export async function useFormOnce(
  { clock }: { clock: Clock },
  records: Records,
  mark: string | undefined,
  usedMessage: string,
): Promise<void> {
  const use = await useMark(records, clock.now(), mark);
  if (use === "first") return;
  const hasActed = use === "again";
  throw new UsedForm(
    hasActed ? usedMessage : "This form has expired: nothing was done. Open the page again and fill in a new form.",
    hasActed,
  );
}

async function useMark(
  { counters }: Pick<Records, "counters">,
  now: number,
  mark: string | undefined,
): Promise<"first" | "again" | "expired"> {
  const [, time = ""] = /^([0-9a-z]{1,10})\.[0-9A-Za-z]{43}$/.exec(mark ?? "") ?? [];
  const madeAt = Number.parseInt(time, 36);
  if (mark === undefined || !(now - madeAt < maxSessionMs)) return "expired";
  const name = `form:${createHash("sha256").update(mark).digest("hex")}`;
  if ((await counters.find(name)) !== undefined) return "again";
  await counters.put(name, 1, now, now + maxSessionMs + counterMarginMs);
  return "first";
}
