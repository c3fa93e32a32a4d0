// Checks the texts in the arguments of the verbs: the id that most of them have as their first one, and NUL characters in all of them.
import { requireId } from "../domain/known-arguments.js";
import { requireNoNul } from "../domain/nul-text.js";
import type { PaymentService } from "../payment-service.js";
import { idArguments } from "./verb-arguments.js";

export type VerbGroups = Pick<
  PaymentService,
  "stores" | "apiKeys" | "users" | "audit" | "payments" | "orders" | "alerts" | "statements" | "privacy" | "webhooks"
>;

const idNames = new Map(Object.entries<Readonly<Record<string, string>>>(idArguments));

type Verb = (...given: unknown[]) => unknown;

/** The same verbs; they throw a Refusal VALIDATION_ERROR for an id that is not text, and for a NUL character, before anything is read. */
export function withCheckedTexts(groups: VerbGroups): VerbGroups {
  const checked = Object.entries(groups).map(([group, verbs]) => {
    const ids = idNames.get(group) ?? {};
    // Each verb is a function.
    const own = Object.entries(verbs as Record<string, Verb>).map(([verb, run]) => [
      verb,
      isExport(group, verb) ? exportChecked(run) : runChecked(run, ids[verb], { mayBeLeftOut: verb === "list" }),
    ]);
    return [group, Object.fromEntries(own)];
  });
  // Every verb is still there, with the same arguments.
  return Object.fromEntries(checked) as VerbGroups;
}

function runChecked(run: Verb, idName: string | undefined, { mayBeLeftOut }: { mayBeLeftOut: boolean }): Verb {
  return async (...given) => {
    if (idName !== undefined) requireId(idName, given[0], { mayBeLeftOut });
    given.forEach((argument, index) => {
      requireNoNul(argument, index === 0 ? idName : undefined);
    });
    return run(...given);
  };
}

/** The only verb that returns no promise. */
const isExport = (group: string, verb: string) => group === "audit" && verb === "export";

function exportChecked(run: Verb): Verb {
  return (...given) => {
    requireNoNul(given[1]);
    return run(...given);
  };
}
