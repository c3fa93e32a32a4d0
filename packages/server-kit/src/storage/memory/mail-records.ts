// Mails in memory.
import type { MailRecord } from "../../domain/mail.js";
import { compareText } from "../compare-text.js";
import type { MailRecords } from "../port/mail-records.js";
import type { MemoryTables } from "./memory-tables.js";
import { byNumber } from "./orders-of-rows.js";

export function createMailRecords({ mails }: MemoryTables): MailRecords {
  const isDue = (row: Readonly<MailRecord>, now: number) =>
    row.nextAttemptAt !== undefined &&
    row.nextAttemptAt <= now &&
    (row.claimedUntil === undefined || row.claimedUntil <= now);
  const longestDueFirst = byNumber<MailRecord>((row) => row.nextAttemptAt);
  return {
    async insert(mail) {
      if (mails.first((row) => row.uniqueKey === mail.uniqueKey) !== undefined) return false;
      return mails.insertIfAbsent(mail);
    },
    async update(mail) {
      mails.change(mail.mailId, mail);
    },
    listDue: async (now, limit) => mails.list((row) => isDue(row, now), { order: longestDueFirst, limit }),
    listDueOfStore: async (merchantId, now, limit) =>
      mails.list((row) => row.merchantId === merchantId && isDue(row, now), {
        order: (left, right) =>
          longestDueFirst(left, right) || left.createdAt - right.createdAt || compareText(left.mailId, right.mailId),
        limit,
      }),
    async messagesSince(merchantId, since) {
      const sent = mails.list(
        (row) => row.merchantId === merchantId && row.sentAt !== undefined && row.sentAt > since,
        { order: byNumber((row) => row.sentAt) },
      );
      const messages = new Set(sent.map(({ messageId }) => messageId).filter((id) => id !== undefined));
      return { count: messages.size, firstAt: sent[0]?.sentAt };
    },
    async postponeOfStore(merchantId, now, until) {
      for (const { mailId } of mails.list((row) => row.merchantId === merchantId && isDue(row, now))) {
        mails.change(mailId, { nextAttemptAt: until });
      }
    },
    async cancelOfStore(merchantId) {
      const waiting = mails.list((row) => row.merchantId === merchantId && row.nextAttemptAt !== undefined);
      for (const { mailId } of waiting) mails.change(mailId, { nextAttemptAt: undefined, claimedUntil: undefined });
      return waiting.length;
    },
    nextDue: async () =>
      mails.least(({ nextAttemptAt, claimedUntil }) =>
        nextAttemptAt === undefined ? undefined : Math.max(nextAttemptAt, claimedUntil ?? 0),
      ),
    countSince: async (merchantId, since) =>
      mails.list((row) => row.merchantId === merchantId && row.createdAt >= since).length,
  };
}
