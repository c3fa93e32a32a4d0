// What keeps the service running beside the payments, in memory: idempotency, orders, counters, mail, audit, settings.
import type {
  AuditRecords,
  CounterRecords,
  IdempotencyRecords,
  IdempotencyScope,
  MailRecord,
  MailRecords,
  OrderRecords,
  SettingRecords,
} from "../port/account-records.js";
import { keyFrom } from "./memory-table.js";
import { append, type MemoryTables, withoutNumber } from "./memory-tables.js";
import { byFigure, compareText } from "./orders-of-rows.js";

export function createIdempotencyRecords({ idempotency }: MemoryTables): IdempotencyRecords {
  const keyOf = ({ merchantId, environment, route, key }: IdempotencyScope) =>
    keyFrom(merchantId, environment, route, key);
  return {
    find: async (scope) => idempotency.find(keyOf(scope)),
    async put(record) {
      idempotency.put(record);
    },
    async remove(scope) {
      idempotency.remove(keyOf(scope));
    },
    async removeExpired(now, limit) {
      const expired = idempotency.list((row) => row.expiresAt <= now, { limit });
      for (const record of expired) idempotency.remove(keyOf(record));
      return expired.length;
    },
  };
}

export function createOrderRecords({ orders }: MemoryTables): OrderRecords {
  return {
    async put(merchantId, orderKey, order) {
      orders.put({ merchantId, orderKey, order });
    },
    find: async (merchantId, orderKey) => orders.find(keyFrom(merchantId, orderKey))?.order,
  };
}

export function createCounterRecords({ counters }: MemoryTables): CounterRecords {
  return {
    async find(name) {
      const counter = counters.find(name);
      return counter && { value: counter.value, updatedAt: counter.updatedAt };
    },
    async put(name, value, updatedAt, expiresAt) {
      counters.put({ name, value, updatedAt, expiresAt });
    },
    async removeExpired(now, limit) {
      const expired = counters.list((row) => row.expiresAt <= now, { limit });
      for (const { name } of expired) counters.remove(name);
      return expired.length;
    },
  };
}

export function createMailRecords({ mails }: MemoryTables): MailRecords {
  const isDue = (row: Readonly<MailRecord>, now: number) =>
    row.nextAttemptAt !== undefined &&
    row.nextAttemptAt <= now &&
    (row.claimedUntil === undefined || row.claimedUntil <= now);
  const longestDueFirst = byFigure<MailRecord>((row) => row.nextAttemptAt);
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
        { order: byFigure((row) => row.sentAt) },
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

export function createAuditRecords({ audit }: MemoryTables): AuditRecords {
  return {
    append: async (record) => append(audit, record),
    list: async ({ merchantId, subject, limit, before }) =>
      audit
        .list(
          (row) =>
            (merchantId === undefined || row.merchantId === merchantId) &&
            (subject === undefined || row.subject === subject) &&
            (before === undefined || row.at < before),
          { order: (left, right) => right.number - left.number, limit },
        )
        .map(withoutNumber),
  };
}

export function createSettingRecords({ settings }: MemoryTables): SettingRecords {
  return {
    list: async () => settings.list(() => true, { order: (left, right) => (left.name < right.name ? -1 : 1) }),
    find: async (name) => settings.find(name)?.value,
    async putIfAbsent(name, value) {
      settings.insertIfAbsent({ name, value });
      return settings.find(name)?.value ?? value;
    },
    async put(name, value) {
      settings.put({ name, value });
    },
  };
}
