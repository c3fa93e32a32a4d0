// Stores, API keys and panel users in SQLite.
import type { Store } from "../../domain/store.js";
import type { ApiKeyRecords, StoreRecords, UserRecords } from "../port/account-records.js";
import { apiKeysTable, type StoreRow, storesTable, userSessionsTable, usersTable } from "../tables.js";
import type { Database } from "./database.js";
import { createTableAccess } from "./table-access.js";

/** Where a store's own rows are; rows that belong to a payment or a delivery go with it. */
const ownedSql = [
  "UPDATE payments SET merchant_id = @archivedId, version = version + 1 WHERE merchant_id = @merchantId",
  ...["api_keys", "deliveries", "idempotency_keys", "orders", "mails", "audit", "users"].map(
    (table) => `UPDATE ${table} SET merchant_id = @archivedId WHERE merchant_id = @merchantId`,
  ),
];

export function createStoreRecords(database: Database): StoreRecords {
  const stores = createTableAccess(database, storesTable);
  const select = `SELECT ${stores.columns} FROM stores`;
  return {
    insertIfAbsent: async (store) => stores.insertOr("ON CONFLICT (merchant_id) DO NOTHING", toStoreRow(store)) === 1,
    async find(merchantId) {
      const row = stores.first(`${select} WHERE merchant_id = @merchantId AND deleted_at IS NULL`, { merchantId });
      return row && fromStoreRow(row);
    },
    async findEvenDeleted(merchantId) {
      const row = stores.first(`${select} WHERE merchant_id = @merchantId`, { merchantId });
      return row && fromStoreRow(row);
    },
    async update(store) {
      stores.update(toStoreRow(store), "merchant_id");
    },
    async archive(merchantId, archivedId) {
      const found = stores.first(`${select} WHERE merchant_id = @merchantId AND deleted_at IS NOT NULL`, {
        merchantId,
      });
      if (found === undefined) return false;
      // The copy first and the original last: keys refer to a store at every moment.
      stores.insert({ ...found, merchantId: archivedId });
      for (const sql of ownedSql) database.prepare(sql).run({ merchantId, archivedId });
      database.prepare("DELETE FROM stores WHERE merchant_id = @merchantId").run({ merchantId });
      return true;
    },
    async list({ limit, after = "" }) {
      return stores
        .all(`${select} WHERE deleted_at IS NULL AND merchant_id > @after ORDER BY merchant_id LIMIT @limit`, {
          limit,
          after,
        })
        .map(fromStoreRow);
    },
  };
}

export function createApiKeyRecords(database: Database): ApiKeyRecords {
  const keys = createTableAccess(database, apiKeysTable);
  const select = `SELECT ${keys.columns} FROM api_keys`;
  return {
    async insert(key) {
      keys.insert(key);
    },
    findByHash: async (hash) => keys.first(`${select} WHERE hash = @hash`, { hash }),
    find: async (id) => keys.first(`${select} WHERE id = @id`, { id }),
    listOfStore: async (merchantId) =>
      keys.all(`${select} WHERE merchant_id = @merchantId ORDER BY created_at, id`, { merchantId }),
    async revoke(id, now) {
      return (
        database.prepare("UPDATE api_keys SET revoked_at = @now WHERE id = @id AND revoked_at IS NULL").run({ id, now })
          .changes === 1
      );
    },
    async touch(id, now) {
      database.prepare("UPDATE api_keys SET last_used_at = @now WHERE id = @id").run({ id, now });
    },
    async countDeprecation(id, deprecation) {
      database
        .prepare(
          `INSERT INTO api_key_deprecations (key_id, deprecation, count) VALUES (@id, @deprecation, 1)
           ON CONFLICT (key_id, deprecation) DO UPDATE SET count = count + 1`,
        )
        .run({ id, deprecation });
    },
    async listDeprecations(id) {
      // Sound: the two named columns are selected.
      return database
        .prepare("SELECT deprecation, count FROM api_key_deprecations WHERE key_id = @id ORDER BY deprecation")
        .all({ id }) as { deprecation: string; count: number }[];
    },
  };
}

export function createUserRecords(database: Database): UserRecords {
  const users = createTableAccess(database, usersTable);
  const sessions = createTableAccess(database, userSessionsTable);
  const select = `SELECT ${users.columns} FROM users`;
  return {
    async insert(user) {
      users.insert(user);
    },
    findByEmail: async (email) => users.first(`${select} WHERE email = @email`, { email }),
    find: async (userId) => users.first(`${select} WHERE user_id = @userId`, { userId }),
    async list(merchantId) {
      if (merchantId === undefined) return users.all(`${select} ORDER BY email`, {});
      return users.all(`${select} WHERE merchant_id = @merchantId ORDER BY email`, { merchantId });
    },
    async update(user) {
      users.update(user, "user_id");
    },
    async insertSession(session) {
      sessions.insert(session);
    },
    findSession: async (tokenHash) =>
      sessions.first(`SELECT ${sessions.columns} FROM user_sessions WHERE token_hash = @tokenHash`, { tokenHash }),
    async touchSession(tokenHash, now) {
      database
        .prepare("UPDATE user_sessions SET last_seen_at = @now WHERE token_hash = @tokenHash")
        .run({ tokenHash, now });
    },
    async removeSession(tokenHash) {
      database.prepare("DELETE FROM user_sessions WHERE token_hash = @tokenHash").run({ tokenHash });
    },
    async removeSessionsOfUser(userId) {
      database.prepare("DELETE FROM user_sessions WHERE user_id = @userId").run({ userId });
    },
    removeExpiredSessions: async (now) =>
      database.prepare("DELETE FROM user_sessions WHERE expires_at <= @now").run({ now }).changes,
  };
}

function toStoreRow(store: Store): StoreRow {
  const {
    merchantId,
    sealedWebhookSecret,
    sealedNextWebhookSecret,
    disabledAt,
    deletedAt,
    createdAt,
    updatedAt,
    ...settings
  } = store;
  return {
    merchantId,
    settings,
    sealedWebhookSecret,
    sealedNextWebhookSecret,
    disabledAt,
    deletedAt,
    createdAt,
    updatedAt,
  };
}

function fromStoreRow({ settings, ...row }: StoreRow): Store {
  // JSON drops undefined fields; the domain names every one of them.
  return {
    ...row,
    ...settings,
    webhookUrl: settings.webhookUrl,
    contactEmail: settings.contactEmail,
    bankAccount: settings.bankAccount,
    logo: settings.logo,
    url: settings.url,
  };
}
