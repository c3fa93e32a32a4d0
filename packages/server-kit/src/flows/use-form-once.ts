// One-time forms: a form whose response contains a secret must not create a second secret when the browser resubmits it (reload, back).
import { createHash } from "node:crypto";
import type { Clock, RandomBytes } from "../domain/clock.js";
import { createToken } from "../domain/identifiers.js";
import type { Storage } from "../storage/port.js";

/** The longest lifetime of a panel session; an older form has to be opened again. */
const lifetimeMs = 12 * 60 * 60 * 1000;

/** Value of the hidden field: creation time and random text. */
export function newFormMark({ clock, randomBytes }: { clock: Clock; randomBytes: RandomBytes }): string {
  return `${clock.now().toString(36)}.${createToken(randomBytes)}`;
}

/** True the first time; false later, and for a form that is expired or not from this service. */
export async function useFormOnce(
  { storage, clock }: { storage: Storage; clock: Clock },
  mark: string | undefined,
): Promise<boolean> {
  const [, time = ""] = /^([0-9a-z]{1,10})\.[0-9A-Za-z]{43}$/.exec(mark ?? "") ?? [];
  const now = clock.now();
  const madeAt = Number.parseInt(time, 36);
  if (mark === undefined || !(now - madeAt < lifetimeMs)) return false;
  const name = `form:${createHash("sha256").update(mark).digest("hex")}`;
  return storage.write(async (records) => {
    if ((await records.counters.find(name)) !== undefined) return false;
    await records.counters.put(name, 1, now, now + lifetimeMs + 1000);
    return true;
  });
}
