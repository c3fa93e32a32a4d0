// Re-encrypts everything sealed at rest with the first encryption key, so that an older one can be retired (spec/rules.md#keys-and-secrets).
// Safe while the service is running, and can be repeated after an interruption.

import type { Clock } from "../domain/clock.js";
import {
  accountMailPurpose,
  attemptRequestPurpose,
  secondFactorPurpose,
  settingPurpose,
  statementEntryPurpose,
  webhookSecretPurpose,
} from "../domain/seal-purposes.js";
import type { Vault } from "../domain/vault.js";
import type { Storage } from "../storage/port.js";
import { appendAudit } from "./append-audit.js";

export interface ResealDependencies {
  storage: Storage;
  clock: Clock;
  vault: Vault;
}

const pageSize = 100;
/** Form of a sealed setting; other settings are plain text. */
const sealedForm = /^v1\.[0-9a-f]{8}\./;

/** Returns how many values were re-encrypted. @throws Error when a value's key is not configured; its page is then unchanged. */
export async function reseal(dependencies: ResealDependencies, actor: string): Promise<{ resealed: number }> {
  const { storage, vault } = dependencies;
  let resealed = 0;
  const again = (sealed: string, purpose: string): string => {
    if (vault.isCurrent(sealed)) return sealed;
    resealed += 1;
    return vault.seal(vault.open(sealed, purpose), purpose);
  };

  await storage.write(async ({ settings }) => {
    for (const { name, value } of await settings.list()) {
      if (sealedForm.test(value)) await settings.put(name, again(value, settingPurpose(name)));
    }
  });
  for (let after: string | undefined = ""; after !== undefined; ) {
    const from: string = after;
    after = await storage.write(async ({ stores }) => {
      const page = await stores.list({ limit: pageSize, after: from });
      for (const store of page) {
        const purpose = webhookSecretPurpose(store.merchantId);
        await stores.update({
          ...store,
          sealedWebhookSecret: again(store.sealedWebhookSecret, purpose),
          sealedNextWebhookSecret: store.sealedNextWebhookSecret && again(store.sealedNextWebhookSecret, purpose),
        });
      }
      return page.length === pageSize ? page.at(-1)?.merchantId : undefined;
    });
  }
  for (let after: string | undefined = ""; after !== undefined; ) {
    const from: string = after;
    after = await storage.write(async ({ attempts }) => {
      const page = await attempts.listSealed({ after: from, limit: pageSize });
      for (const attempt of page) {
        const { attemptId, sealedRequest = "" } = attempt;
        await attempts.update({ ...attempt, sealedRequest: again(sealedRequest, attemptRequestPurpose(attemptId)) });
      }
      return page.length === pageSize ? page.at(-1)?.attemptId : undefined;
    });
  }
  for (let after: string | undefined = ""; after !== undefined; ) {
    const from: string = after;
    after = await storage.write(async ({ statements }) => {
      const page = await statements.listSealedEntries({ after: from, limit: pageSize });
      for (const { entryId, sealedCounterparty } of page) {
        const sealed = again(sealedCounterparty, statementEntryPurpose(entryId));
        if (sealed !== sealedCounterparty) await statements.updateSealedCounterparty(entryId, sealed);
      }
      return page.length === pageSize ? page.at(-1)?.entryId : undefined;
    });
  }
  await storage.write(async ({ secondFactors, accountMails }) => {
    for (const factor of await secondFactors.list()) {
      const purpose = secondFactorPurpose(factor.userId);
      await secondFactors.put({ ...factor, sealedSecret: again(factor.sealedSecret, purpose) });
    }
    for (const mail of await accountMails.listSealed()) {
      const purpose = accountMailPurpose(mail.mailId);
      await accountMails.update({ ...mail, sealedText: again(mail.sealedText ?? "", purpose) });
    }
  });
  await storage.write((records) =>
    appendAudit(dependencies, records, { actor, action: "secrets.resealed", detail: { resealed } }),
  );
  return { resealed };
}
