// Checks the id that most verbs have as their first argument.
import { requireId } from "../domain/known-arguments.js";
import type { PaymentService } from "../payment-service.js";
import { idArguments } from "./verb-arguments.js";

export type VerbGroups = Pick<
  PaymentService,
  "stores" | "apiKeys" | "users" | "audit" | "payments" | "orders" | "alerts" | "statements" | "privacy" | "webhooks"
>;

/** The same verbs; they throw a Refusal VALIDATION_ERROR for an id that is not text, before anything is read. */
export function withCheckedIds(groups: VerbGroups): VerbGroups {
  const checked: Record<string, object> = { ...groups };
  for (const [group, ids] of Object.entries<Readonly<Record<string, string>>>(idArguments)) {
    // The table is typed by the verbs, each of which is a function of its id and more.
    const verbs = checked[group] as Record<string, (id: unknown, ...rest: unknown[]) => unknown>;
    const own = Object.entries(ids).map(([verb, name]) => [
      verb,
      async (id: unknown, ...rest: unknown[]) => {
        requireId(name, id, { mayBeLeftOut: verb === "list" });
        return verbs[verb]?.(id, ...rest);
      },
    ]);
    checked[group] = { ...verbs, ...Object.fromEntries(own) };
  }
  // Every verb is still there, with the same arguments.
  return checked as unknown as VerbGroups;
}
