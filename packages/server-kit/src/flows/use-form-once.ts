// One-time forms: a form whose response contains a secret must not create a second secret when the browser resubmits it (reload, back).
import { createHash } from "node:crypto";
import type { Clock, RandomBytes } from "../domain/clock.js";
import { createToken } from "../domain/identifiers.js";
import { Refusal } from "../domain/refusal.js";
import type { Records, Storage } from "../storage/port.js";
import { maxSessionMs } from "./sign-in.js";

/** Value of the hidden field: creation time and random text. */
export function newFormMark({ clock, randomBytes }: { clock: Clock; randomBytes: RandomBytes }): string {
  return `${clock.now().toString(36)}.${createToken(randomBytes)}`;
}

/** True the first time; false later, and for a form that is expired or not from this service. */
export async function useFormOnce(
  { storage, clock }: { storage: Storage; clock: Clock },
  mark: string | undefined,
): Promise<boolean> {
  return (await storage.write((records) => useMark(records, clock.now(), mark))) === "first";
}

/**
 * Uses the form of money in the unit of work that records it, so that a form whose money could not be recorded may be sent again.
 * @throws Refusal VALIDATION_ERROR for a form whose money is recorded, and for one that is expired or not from this service.
 */
export async function useMoneyFormOnce(
  { clock }: { clock: Clock },
  records: Records,
  mark: string | undefined,
): Promise<void> {
  const use = await useMark(records, clock.now(), mark);
  if (use === "first") return;
  const message =
    use === "again"
      ? "This form was sent before and its money is recorded: nothing was added again."
      : "This form has expired: nothing was recorded. Send the form below instead.";
  throw new Refusal("VALIDATION_ERROR", { message });
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
  await counters.put(name, 1, now, now + maxSessionMs + 1000);
  return "first";
}
