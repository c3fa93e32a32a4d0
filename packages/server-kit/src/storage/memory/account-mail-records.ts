// Account mails in memory.
import type { AccountMailRecords } from "../port/account-mail-records.js";
import type { MemoryTables } from "./memory-tables.js";
import { byNumber, byText } from "./orders-of-rows.js";
import { sealingKeyIdsOf } from "./sealing-key-ids.js";

export function createAccountMailRecords({ accountMails }: MemoryTables): AccountMailRecords {
  return {
    async insert(mail) {
      accountMails.insert(mail);
    },
    async update(mail) {
      accountMails.change(mail.mailId, mail);
    },
    findDue: async (now) =>
      accountMails.first(
        ({ nextAttemptAt, claimedUntil }) =>
          nextAttemptAt !== undefined && nextAttemptAt <= now && (claimedUntil === undefined || claimedUntil <= now),
        byNumber((row) => row.nextAttemptAt),
      ),
    nextDue: async () =>
      accountMails.least(({ nextAttemptAt, claimedUntil }) =>
        nextAttemptAt === undefined ? undefined : Math.max(nextAttemptAt, claimedUntil ?? 0),
      ),
    listSealed: async ({ after, limit }) =>
      accountMails.list((row) => row.sealedText !== undefined && row.mailId > after, {
        order: byText((row) => row.mailId),
        limit,
      }),
    listSealingKeyIds: async () => sealingKeyIdsOf([...accountMails.rows()].map(({ sealedText }) => sealedText)),
    async removeOlder(before) {
      const old = accountMails.list((row) => row.createdAt < before);
      for (const { mailId } of old) accountMails.remove(mailId);
      return old.length;
    },
  };
}
