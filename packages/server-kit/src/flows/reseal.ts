// Re-encrypts everything sealed at rest with the first encryption key, so that an older one can be retired
// (spec/rules.md#keys-and-secrets). Safe while the service is running, and can be repeated after an interruption.
import type { Clock } from "../domain/clock.js";
import {
  accountMailPurpose,
  attemptRequestPurpose,
  secondFactorPurpose,
  settingPurpose,
  statementEntryPurpose,
  webhookSecretPurpose,
} from "../domain/seal-purposes.js";
import { sealingKeyId, type Vault } from "../domain/vault.js";
import type { Records, Storage } from "../storage/port.js";
import { appendAudit } from "./append-audit.js";

export interface ResealDependencies {
  storage: Storage;
  clock: Clock;
  vault: Vault;
}

const pageSize = 100;

/** Seals a value again when it is not sealed with the first key; otherwise returns it unchanged. */
type SealAgain = (sealed: string, purpose: string) => string;
/** Re-encrypts one page after the id `after`, in the caller's unit of work; returns the last id of a full page, otherwise undefined. */
type PageWork = (records: Records, sealAgain: SealAgain, after: string) => Promise<string | undefined>;

/** Returns how many values were re-encrypted. @throws Error when a value's key is not configured; its page is then unchanged. */
export async function reseal(dependencies: ResealDependencies, actor: string): Promise<{ resealed: number }> {
  const { storage } = dependencies;
  let resealed = 0;
  for (const work of [
    resealSettings,
    resealStores,
    resealAttempts,
    resealStatementEntries,
    resealSecondFactors,
    resealAccountMails,
  ]) {
    for (let after: string | undefined = ""; after !== undefined; ) {
      const page: { count: number; next: string | undefined } = await resealPage(dependencies, work, after);
      resealed += page.count;
      after = page.next;
    }
  }
  await storage.write((records) =>
    appendAudit(dependencies, records, { actor, action: "secrets.resealed", detail: { resealed } }),
  );
  return { resealed };
}

/** The count belongs to the unit of work, which may be run again from the start. */
function resealPage({ storage, vault }: ResealDependencies, work: PageWork, after: string) {
  return storage.write(async (records) => {
    let count = 0;
    const sealAgain: SealAgain = (sealed, purpose) => {
      if (vault.isCurrent(sealed)) return sealed;
      count += 1;
      return vault.seal(vault.open(sealed, purpose), purpose);
    };
    const next = await work(records, sealAgain, after);
    return { count, next };
  });
}

async function resealSettings({ settings }: Records, sealAgain: SealAgain): Promise<undefined> {
  for (const { name, value } of await settings.list()) {
    // Other settings are plain text.
    if (sealingKeyId(value) !== undefined) await settings.put(name, sealAgain(value, settingPurpose(name)));
  }
}

async function resealStores({ stores }: Records, sealAgain: SealAgain, after: string): Promise<string | undefined> {
  const page = await stores.list({ limit: pageSize, after });
  for (const store of page) {
    const purpose = webhookSecretPurpose(store.merchantId);
    await stores.update({
      ...store,
      sealedWebhookSecret: sealAgain(store.sealedWebhookSecret, purpose),
      sealedNextWebhookSecret: store.sealedNextWebhookSecret && sealAgain(store.sealedNextWebhookSecret, purpose),
    });
  }
  return page.length === pageSize ? page.at(-1)?.merchantId : undefined;
}

async function resealAttempts({ attempts }: Records, sealAgain: SealAgain, after: string): Promise<string | undefined> {
  const page = await attempts.listSealed({ after, limit: pageSize });
  for (const attempt of page) {
    const { attemptId, sealedRequest = "" } = attempt;
    await attempts.update({ ...attempt, sealedRequest: sealAgain(sealedRequest, attemptRequestPurpose(attemptId)) });
  }
  return page.length === pageSize ? page.at(-1)?.attemptId : undefined;
}

async function resealStatementEntries(
  { statements }: Records,
  sealAgain: SealAgain,
  after: string,
): Promise<string | undefined> {
  const page = await statements.listSealedEntries({ after, limit: pageSize });
  for (const { entryId, sealedCounterparty } of page) {
    const sealed = sealAgain(sealedCounterparty, statementEntryPurpose(entryId));
    if (sealed !== sealedCounterparty) await statements.updateSealedCounterparty(entryId, sealed);
  }
  return page.length === pageSize ? page.at(-1)?.entryId : undefined;
}

async function resealSecondFactors(
  { secondFactors }: Records,
  sealAgain: SealAgain,
  after: string,
): Promise<string | undefined> {
  const page = await secondFactors.list({ after, limit: pageSize });
  for (const factor of page) {
    const sealedSecret = sealAgain(factor.sealedSecret, secondFactorPurpose(factor.userId));
    if (sealedSecret !== factor.sealedSecret) await secondFactors.put({ ...factor, sealedSecret });
  }
  return page.length === pageSize ? page.at(-1)?.userId : undefined;
}

async function resealAccountMails(
  { accountMails }: Records,
  sealAgain: SealAgain,
  after: string,
): Promise<string | undefined> {
  const page = await accountMails.listSealed({ after, limit: pageSize });
  for (const mail of page) {
    const sealedText = sealAgain(mail.sealedText ?? "", accountMailPurpose(mail.mailId));
    if (sealedText !== mail.sealedText) await accountMails.update({ ...mail, sealedText });
  }
  return page.length === pageSize ? page.at(-1)?.mailId : undefined;
}
