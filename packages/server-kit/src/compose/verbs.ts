// The verbs of a service by area, each calling one flow: `service.stores`, `service.payments` and so on.
import { requireArguments } from "../domain/known-arguments.js";
import { Refusal } from "../domain/refusal.js";
import { applyProviderEvent } from "../flows/apply-event.js";
import { listOrders, upsertOrder } from "../flows/keep-orders.js";
import { listDeliveries } from "../flows/list-deliveries.js";
import { listPayments } from "../flows/list-payments.js";
import { listAlerts, resolveAlert } from "../flows/manage-alerts.js";
import { issueApiKey, listApiKeys, revokeApiKey } from "../flows/manage-api-keys.js";
import {
  createUser,
  deleteUser,
  listUsers,
  setUserDisabled,
  setUserPassword,
  setUserRole,
} from "../flows/manage-users.js";
import { inviteUser } from "../flows/password-links.js";
import { erasePersonalData, exportPersonalData } from "../flows/privacy.js";
import { exportAudit, listAudit } from "../flows/read-audit.js";
import { readPayment } from "../flows/read-payment.js";
import { readWebhookHistory } from "../flows/read-webhook-history.js";
import { receiveMoney } from "../flows/receive-money.js";
import { redeliverMany } from "../flows/redeliver-many.js";
import { redeliverWebhook } from "../flows/redeliver-webhook.js";
import { cancelPayment, resolvePayment } from "../flows/resolve-manually.js";
import { removeSecondFactor } from "../flows/second-factor.js";
import { setSecondFactorPolicy } from "../flows/second-factor-policy.js";
import { simulateEvent } from "../flows/simulate-event.js";
import { assignEntry, putEntryAside, splitEntry } from "../flows/statements/decide-entry.js";
import { importStatement } from "../flows/statements/import-statement.js";
import { findColumnMap, setColumnMap } from "../flows/statements/keep-column-map.js";
import {
  listEntries,
  listStatements,
  listUnmatched,
  readStatementRecord,
  readTrail,
} from "../flows/statements/read-statements.js";
import { viewOf } from "../flows/stores/change-store.js";
import { createStore } from "../flows/stores/create-store.js";
import { deleteStore, setStoreDisabled } from "../flows/stores/end-store.js";
import { switchWebhookOff, switchWebhookOn } from "../flows/stores/switch-webhook.js";
import { updateStore } from "../flows/stores/update-store.js";
import { announceWebhookSecret, switchWebhookSecret } from "../flows/stores/webhook-secret.js";
import { verifyIntegration } from "../flows/verify-integration.js";
import type { PaymentService } from "../payment-service.js";
import type { Background } from "./background.js";
import { withCheckedArguments } from "./checked-arguments.js";
import type { Foundation } from "./foundation.js";
import {
  alertArguments,
  auditArguments,
  buyerArguments,
  entryArguments,
  historyArguments,
  pageArguments,
  redeliverArguments,
  statementPageArguments,
  userArguments,
  type VerbGroups,
} from "./verb-arguments.js";

/** Verbs that use the vault open the storage first, which creates the vault. */
type Parts = Foundation & Pick<Background, "announce" | "sender" | "wakeDeliveries" | "wakeAccountMails">;

export function createVerbs(parts: Parts): VerbGroups {
  return withCheckedArguments({
    stores: storeVerbs(parts),
    apiKeys: {
      issue: (input) => issueApiKey(parts, input, parts.hostActor),
      revoke: (id) => revokeApiKey(parts, id, parts.hostActor),
      list: (merchantId) => listApiKeys(parts, merchantId),
    },
    users: userVerbs(parts),
    audit: {
      async list(filter) {
        requireArguments(filter, auditArguments);
        return listAudit(parts, filter);
      },
      export(format, filter) {
        requireArguments(filter, auditArguments);
        return exportAudit(parts, format, filter);
      },
    },
    payments: paymentVerbs(parts),
    orders: {
      upsert: (merchantId, order) => upsertOrder(parts, merchantId, order, parts.hostActor),
      async list(merchantId, page) {
        requireArguments(page, pageArguments);
        return listOrders(parts, merchantId, page);
      },
    },
    alerts: {
      async list(filter = {}) {
        requireArguments(filter, alertArguments);
        return listAlerts(parts, filter);
      },
      resolve: (alertId, decision) => resolveAlert(parts, alertId, decision),
    },
    statements: statementVerbs(parts),
    privacy: {
      async export(buyer) {
        requireArguments(buyer, buyerArguments);
        await parts.storage.open();
        return exportPersonalData(parts, buyer, parts.hostActor);
      },
      async erase(buyer) {
        requireArguments(buyer, buyerArguments);
        await parts.storage.open();
        return erasePersonalData(parts, buyer, parts.hostActor);
      },
    },
    webhooks: webhookVerbs(parts),
  });
}

function storeVerbs(parts: Parts): PaymentService["stores"] {
  const { storage, hostActor } = parts;
  return {
    async create(input) {
      await storage.open();
      return createStore(parts, input, hostActor);
    },
    update: (merchantId, input) => updateStore(parts, merchantId, input, hostActor),
    async get(merchantId) {
      const store = await storage.read((records) => records.stores.find(merchantId));
      return store && viewOf(store);
    },
    async list(page = {}) {
      requireArguments(page, pageArguments);
      const { limit = 100, after } = page;
      return (await storage.read((records) => records.stores.list({ limit, after }))).map(viewOf);
    },
    async announceWebhookSecret(merchantId) {
      await storage.open();
      return announceWebhookSecret(parts, merchantId, hostActor);
    },
    switchWebhookSecret: (merchantId) => switchWebhookSecret(parts, merchantId, hostActor),
    disable: (merchantId) => setStoreDisabled(parts, merchantId, true, hostActor),
    async enable(merchantId) {
      await setStoreDisabled(parts, merchantId, false, hostActor);
      parts.wakeDeliveries();
    },
    delete: (merchantId) => deleteStore(parts, merchantId, hostActor),
  };
}

function userVerbs(parts: Parts): PaymentService["users"] {
  const { storage, hostActor } = parts;
  return {
    async create(input) {
      requireArguments(input, userArguments);
      return createUser(parts, input, hostActor);
    },
    list: (merchantId) => listUsers(parts, merchantId),
    async disable(userId) {
      await setUserDisabled(parts, userId, true, hostActor);
    },
    async enable(userId) {
      await setUserDisabled(parts, userId, false, hostActor);
    },
    async invite(input) {
      requireArguments(input, userArguments);
      await storage.open();
      const invited = await inviteUser(parts, input, hostActor);
      parts.wakeAccountMails();
      return invited;
    },
    delete: (userId) => deleteUser(parts, userId, hostActor),
    async resetSecondFactor(userId) {
      await removeSecondFactor(parts, userId, hostActor);
    },
    requireSecondFactor: (policy) => setSecondFactorPolicy(parts, policy, hostActor),
    setRole: (userId, role) => setUserRole(parts, userId, role, hostActor),
    setPassword: (userId, password) => setUserPassword(parts, userId, password, hostActor),
  };
}

function paymentVerbs(parts: Parts): PaymentService["payments"] {
  return {
    get: (paymentId) => readPayment(parts, paymentId),
    list: (filter = {}) => listPayments(parts, filter),
    async recordProviderEvent(paymentId, event) {
      const result = await applyProviderEvent(parts, paymentId, event);
      if (result.kind === "not_found") throw new Refusal("PAYMENT_NOT_FOUND");
      return { accepted: result.kind !== "not_allowed", state: result.payment.state };
    },
    async simulate(paymentId, wanted) {
      const result = await simulateEvent(parts, paymentId, wanted, parts.hostActor);
      return { accepted: result.kind !== "not_allowed", state: result.payment.state };
    },
    cancel: (paymentId, decision) => cancelPayment(parts, paymentId, decision),
    resolve: (paymentId, decision) => resolvePayment(parts, paymentId, decision),
    receive: (paymentId, money) => receiveMoney(parts, paymentId, money),
  };
}

function statementVerbs(parts: Parts): PaymentService["statements"] {
  const { storage } = parts;
  return {
    async import(input) {
      await storage.open();
      return importStatement(parts, input);
    },
    async list(merchantId, page = {}) {
      requireArguments(page, statementPageArguments);
      return listStatements(parts, { merchantId, ...page });
    },
    get: (merchantId, statementId) => readStatementRecord(parts, merchantId, statementId),
    async entries(filter) {
      requireArguments(filter, entryArguments);
      await storage.open();
      return listEntries(parts, filter);
    },
    async unmatched(merchantId, page) {
      requireArguments(page, pageArguments);
      await storage.open();
      return listUnmatched(parts, merchantId, page);
    },
    trail: (merchantId, statementId) => readTrail(parts, merchantId, statementId),
    assign: (entryId, paymentId, decision) => assignEntry(parts, entryId, paymentId, decision),
    split: (entryId, entryParts, decision) => splitEntry(parts, entryId, entryParts, decision),
    putAside: (entryId, decision) => putEntryAside(parts, entryId, decision),
    columnMap: (merchantId) => findColumnMap(parts, merchantId),
    setColumnMap: (merchantId, columnMap, { actor }) => setColumnMap(parts, merchantId, columnMap, actor),
  };
}

function webhookVerbs(parts: Parts): PaymentService["webhooks"] {
  const { hostActor, wakeDeliveries: wake } = parts;
  return {
    async history(paymentId, page) {
      requireArguments(page, historyArguments);
      return readWebhookHistory(parts, paymentId, page);
    },
    async redeliver(deliveryId, options) {
      requireArguments(options, { asNew: "flag" });
      const queued = await redeliverWebhook({ ...parts, wake }, deliveryId, { actor: hostActor, ...options });
      return { deliveryId: queued.deliveryId };
    },
    async redeliverMany(filter) {
      requireArguments(filter, redeliverArguments);
      return redeliverMany({ ...parts, wake }, { actor: hostActor, ...filter });
    },
    list: (filter = {}) => listDeliveries(parts, filter),
    switchOff: (merchantId, { reason, actor = hostActor }) => switchWebhookOff(parts, merchantId, { reason, actor }),
    async switchOn(merchantId, { actor = hostActor } = {}) {
      const store = await switchWebhookOn(parts, merchantId, { actor });
      wake();
      return store;
    },
    verifyIntegration: (merchantId) => verifyIntegration(parts, merchantId, hostActor),
  };
}
