// What keeps the service running beside the payments, in SQLite: idempotency, orders, counters, mail, audit, settings.
import type { JsonObject } from "../../domain/json.js";
import type {
  AuditRecords,
  CounterRecords,
  IdempotencyRecords,
  MailRecords,
  OrderRecords,
  SettingRecords,
} from "../port/account-records.js";
import { auditTable, idempotencyKeysTable, mailsTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

export function createIdempotencyRecords(database: Database): IdempotencyRecords {
  const keys = createTableAccess(database, idempotencyKeysTable);
  const ofScope = "merchant_id = @merchantId AND environment = @environment AND route = @route AND key = @key";
  return {
    find: async ({ merchantId, environment, route, key }) =>
      keys.first(`SELECT ${keys.columns} FROM idempotency_keys WHERE ${ofScope}`, {
        merchantId,
        environment,
        route,
        key,
      }),
    async put(record) {
      keys.insertOr(
        `ON CONFLICT (merchant_id, environment, route, key) DO UPDATE SET body_hash = excluded.body_hash,
           outcome = excluded.outcome, running_until = excluded.running_until, expires_at = excluded.expires_at`,
        record,
      );
    },
    async remove({ merchantId, environment, route, key }) {
      database.prepare(`DELETE FROM idempotency_keys WHERE ${ofScope}`).run({ merchantId, environment, route, key });
    },
    removeExpired: async (now, limit) =>
      database
        .prepare(
          `DELETE FROM idempotency_keys WHERE (merchant_id, environment, route, key) IN
             (SELECT merchant_id, environment, route, key FROM idempotency_keys WHERE expires_at <= @now LIMIT @limit)`,
        )
        .run({ now, limit }).changes,
  };
}

export function createOrderRecords(database: Database): OrderRecords {
  return {
    async put(merchantId, orderKey, order, now) {
      database
        .prepare(
          `INSERT INTO orders (merchant_id, order_key, content, updated_at) VALUES (@merchantId, @orderKey, @content, @now)
           ON CONFLICT (merchant_id, order_key) DO UPDATE SET content = excluded.content, updated_at = excluded.updated_at`,
        )
        .run({ merchantId, orderKey, content: JSON.stringify(order), now });
    },
    async find(merchantId, orderKey) {
      // Sound: `put` wrote the text.
      const row = database
        .prepare("SELECT content FROM orders WHERE merchant_id = @merchantId AND order_key = @orderKey")
        .get({ merchantId, orderKey }) as { content: string } | undefined;
      return row && (JSON.parse(row.content) as JsonObject);
    },
  };
}

export function createCounterRecords(database: Database): CounterRecords {
  return {
    async find(name) {
      // Sound: the two named columns are selected.
      return database.prepare("SELECT value, updated_at AS updatedAt FROM counters WHERE name = @name").get({ name }) as
        | { value: number; updatedAt: number }
        | undefined;
    },
    async put(name, value, updatedAt, expiresAt) {
      database
        .prepare(
          `INSERT INTO counters (name, value, updated_at, expires_at) VALUES (@name, @value, @updatedAt, @expiresAt)
           ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at,
             expires_at = excluded.expires_at`,
        )
        .run({ name, value, updatedAt, expiresAt });
    },
    removeExpired: async (now, limit) =>
      database
        .prepare("DELETE FROM counters WHERE name IN (SELECT name FROM counters WHERE expires_at <= @now LIMIT @limit)")
        .run({ now, limit }).changes,
  };
}

export function createMailRecords(database: Database): MailRecords {
  const mails = createTableAccess(database, mailsTable);
  return {
    insert: async (mail) => mails.insertOr("ON CONFLICT (unique_key) DO NOTHING", mail) === 1,
    async update(mail) {
      mails.update(mail, "mail_id");
    },
    listDue: async (now, limit) =>
      mails.all(
        `SELECT ${mails.columns} FROM mails
         WHERE next_attempt_at <= @now AND (claimed_until IS NULL OR claimed_until <= @now)
         ORDER BY next_attempt_at LIMIT @limit`,
        { now, limit },
      ),
    listDueOfStore: async (merchantId, now, limit) =>
      mails.all(
        `SELECT ${mails.columns} FROM mails
         WHERE merchant_id = @merchantId AND next_attempt_at <= @now AND (claimed_until IS NULL OR claimed_until <= @now)
         ORDER BY next_attempt_at, created_at, mail_id LIMIT @limit`,
        { merchantId, now, limit },
      ),
    async messagesSince(merchantId, since) {
      // Sound: an aggregate gives one row.
      const row = database
        .prepare(
          `SELECT count(DISTINCT message_id) AS count, min(sent_at) AS firstAt FROM mails
           WHERE merchant_id = @merchantId AND sent_at > @since`,
        )
        .get({ merchantId, since }) as { count: number; firstAt: number | null };
      return { count: row.count, firstAt: row.firstAt ?? undefined };
    },
    async postponeOfStore(merchantId, now, until) {
      database
        .prepare(
          `UPDATE mails SET next_attempt_at = @until
           WHERE merchant_id = @merchantId AND next_attempt_at <= @now AND (claimed_until IS NULL OR claimed_until <= @now)`,
        )
        .run({ merchantId, now, until });
    },
    cancelOfStore: async (merchantId) =>
      database
        .prepare(
          `UPDATE mails SET next_attempt_at = NULL, claimed_until = NULL
           WHERE merchant_id = @merchantId AND next_attempt_at IS NOT NULL`,
        )
        .run({ merchantId }).changes,
    async nextDue() {
      // Sound: an aggregate gives one row, null without a match.
      const row = database
        .prepare(
          "SELECT min(max(next_attempt_at, coalesce(claimed_until, 0))) AS at FROM mails WHERE next_attempt_at IS NOT NULL",
        )
        .get() as { at: number | null };
      return row.at ?? undefined;
    },
    async countSince(merchantId, since) {
      // Sound: as in nextDue.
      const row = database
        .prepare("SELECT count(*) AS count FROM mails WHERE merchant_id = @merchantId AND created_at >= @since")
        .get({ merchantId, since }) as { count: number };
      return row.count;
    },
  };
}

export function createAuditRecords(database: Database): AuditRecords {
  const audit = createTableAccess(database, auditTable);
  return {
    async append(record) {
      audit.insert(record);
    },
    async list({ merchantId, subject, limit, before }) {
      const conditions = [
        merchantId !== undefined && "merchant_id = @merchantId",
        subject !== undefined && "subject = @subject",
        before !== undefined && "at < @before",
      ].filter((condition) => condition !== false);
      return audit.all(
        `SELECT ${audit.columns} FROM audit ${conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : ""}
         ORDER BY id DESC LIMIT @limit`,
        {
          limit,
          ...(subject === undefined ? {} : { subject }),
          ...(merchantId === undefined ? {} : { merchantId }),
          ...(before === undefined ? {} : { before }),
        },
      );
    },
  };
}

export function createSettingRecords(database: Database): SettingRecords {
  const find = async (name: string) => {
    // Sound: one text column is selected.
    const row = database.prepare("SELECT value FROM settings WHERE name = @name").get({ name }) as
      | { value: string }
      | undefined;
    return row?.value;
  };
  return {
    find,
    async list() {
      // Sound: the two named columns are selected.
      return database.prepare("SELECT name, value FROM settings ORDER BY name").all() as {
        name: string;
        value: string;
      }[];
    },
    async putIfAbsent(name, value) {
      database
        .prepare("INSERT INTO settings (name, value) VALUES (@name, @value) ON CONFLICT (name) DO NOTHING")
        .run({ name, value });
      return (await find(name)) ?? value;
    },
    async put(name, value) {
      database
        .prepare(
          "INSERT INTO settings (name, value) VALUES (@name, @value) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .run({ name, value });
    },
  };
}
