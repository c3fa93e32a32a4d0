// The policy that decides which users must have a second factor; set by the operator of the service.
import type { Clock } from "../domain/clock.js";
import { seesAllStores } from "../domain/panel-permissions.js";
import { invalidInput } from "../domain/refusal.js";
import type { User } from "../domain/user.js";
import type { Storage } from "../storage/port.js";
import type { AlsoIn } from "./also-in.js";
import { appendAudit } from "./append-audit.js";

export const secondFactorPolicies = ["nobody", "operators", "everyone"] as const;
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number];

const setting = "panel_second_factor";

function policyOf(kept: string | undefined): SecondFactorPolicy {
  return secondFactorPolicies.find((word) => word === kept) ?? "nobody";
}

/** The stored policy, or the default. */
export async function readSecondFactorPolicy({ storage }: { storage: Storage }): Promise<SecondFactorPolicy> {
  const kept = await storage.read((records) => records.settings.find(setting));
  return policyOf(kept);
}

/**
 * Takes effect with each user's next request.
 * @param alsoIn runs first in the unit of work that sets it; what it throws leaves the policy as it was.
 * @throws Refusal VALIDATION_ERROR for an unknown policy.
 */
export async function setSecondFactorPolicy(
  dependencies: { storage: Storage; clock: Clock },
  wanted: SecondFactorPolicy,
  actor: string,
  alsoIn?: AlsoIn<[stored: SecondFactorPolicy]>,
): Promise<void> {
  if (!secondFactorPolicies.includes(wanted)) {
    const message = `must be one of ${secondFactorPolicies.join(", ")}; got ${JSON.stringify(wanted)}`;
    throw invalidInput({ path: "secondFactor", rule: "enum", message });
  }
  await dependencies.storage.write(async (records) => {
    const before = policyOf(await records.settings.find(setting));
    await alsoIn?.(records, before);
    await records.settings.put(setting, wanted);
    await appendAudit(dependencies, records, {
      actor,
      action: "panel.second_factor_policy_set",
      detail: { before, after: wanted },
    });
  });
}

/** True while the user must set one up before using the panel. */
export async function mustSetUpSecondFactor(
  dependencies: { storage: Storage },
  { userId, role }: User,
): Promise<boolean> {
  const policy = await readSecondFactorPolicy(dependencies);
  if (policy === "nobody" || (policy === "operators" && !seesAllStores(role))) return false;
  const factor = await dependencies.storage.read((records) => records.secondFactors.find(userId));
  return factor?.confirmedAt === undefined;
}
