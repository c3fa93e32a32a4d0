// Fills a migrated SQLite file with payments and everything that belongs to them, straight into the tables: a million payments with
// five million sessions and sends take a few minutes. Indexes are made again at the end.
import { merchantIdOf, rowsOfPayment } from "./payment-rows.mjs";

const paymentsInTransaction = 20_000;

/**
 * Stores that are there already stay as they are.
 * @param {import("better-sqlite3").Database} database Migrated, without payments, and used by nobody else.
 */
export function makePayments(database, options, onProgress = () => {}) {
  const size = {
    payments: 1_000_000,
    stores: 50,
    sessionsEach: 2,
    sendsEach: 3,
    now: Date.UTC(2026, 0, 1),
    ...options,
  };
  database.pragma("synchronous = OFF");
  database.pragma("foreign_keys = OFF");
  database.pragma("cache_size = -262144");
  const restoreIndexes = dropIndexes(database);
  database.exec("CREATE TEMP TABLE made_terms (term TEXT, payment_id TEXT, is_personal INTEGER)");
  makeStores(database, size);
  const insertPayment = createInserts(database);
  const insertMany = database.transaction((from, until) => {
    for (let number = from; number < until; number += 1) insertPayment(rowsOfPayment(number, size), number);
  });
  for (let from = 0; from < size.payments; from += paymentsInTransaction) {
    insertMany(from, Math.min(from + paymentsInTransaction, size.payments));
    onProgress(Math.min(from + paymentsInTransaction, size.payments), size.payments);
  }
  // In the order of the table's key: each page is written once.
  database.exec(`INSERT INTO payment_search_terms (term, payment_id, is_personal)
    SELECT term, payment_id, min(is_personal) FROM made_terms GROUP BY term, payment_id ORDER BY term, payment_id;
    DROP TABLE made_terms;`);
  restoreIndexes();
  database.exec("ANALYZE");
}

function dropIndexes(database) {
  const indexes = database
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    .all();
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`);
  return () => {
    for (const { sql } of indexes) database.exec(sql);
  };
}

function makeStores(database, { stores, now }) {
  const columns = ["merchant_id", "settings", "sealed_webhook_secret", "created_at", "updated_at"];
  const store = inserter(database, "stores", columns, "OR IGNORE");
  database.transaction(() => {
    for (let number = 0; number < stores; number += 1) {
      store(merchantIdOf(number), JSON.stringify(settingsOf(number)), "v1.none", now, now);
    }
  })();
}

/** What a store is that takes transfers: approved, every method on. */
function settingsOf(number) {
  return {
    name: `Store ${number}`,
    webhookUrl: "https://shop.example/hook",
    deliveryPath: "queue",
    kyc: "approved",
    verification: "approved",
    paymentMethods: { qr_pay: "live", bank_transfer: "live", open_bank_transfer: "live", card_processing: "off" },
    openBankTransfer: { instant: true, collectBuyerData: false, confirmationMode: "provider_success" },
    successStatus: "completed",
    allowedReturnHosts: [],
  };
}

function createInserts(database) {
  const payment = inserter(database, "payments", [
    ...["payment_id", "merchant_id", "environment", "order_id", "amount_cents", "currency", "checkout_mode"],
    ...["payment_method", "customer_email", "customer_name", "return_url", "metadata", "remittance_info"],
    ...["remittance_info_source", "state", "version", "attempt_count", "is_attempt_accepted", "checkout_token"],
    ...["created_at", "updated_at", "expires_at"],
  ]);
  const term = inserter(database, "made_terms", ["term", "payment_id", "is_personal"]);
  const session = inserter(database, "payment_attempts", [
    ...["attempt_id", "payment_id", "kind", "provider", "fingerprint", "status", "session_id", "redirect_url"],
    ...["poll_count", "created_at"],
  ]);
  const history = inserter(database, "payment_history", [
    "payment_id",
    "from_state",
    "to_state",
    "event",
    "actor",
    "at",
  ]);
  const evidence = inserter(database, "payment_evidence", [
    ...["payment_id", "event", "was_allowed", "amount_cents", "currency", "detail", "at", "count", "last_at"],
  ]);
  const alert = inserter(database, "payment_alerts", [
    ...["alert_id", "payment_id", "merchant_id", "environment", "type", "subject", "detail", "at", "count", "last_at"],
    ...["resolved_at", "resolved_by", "resolution"],
  ]);
  const delivery = inserter(database, "deliveries", [
    ...["delivery_id", "merchant_id", "payment_id", "event", "status", "body", "path", "trigger", "state"],
    ...["attempt_count", "scheduled_count", "interrupted_count", "created_at", "finished_at", "next_attempt_at"],
  ]);
  const send = inserter(database, "delivery_attempts", [
    ...["delivery_id", "attempt", "is_manual", "started_at", "duration_ms", "http_status", "outcome", "error"],
    ...["response_excerpt", "is_truncated"],
  ]);
  const audit = inserter(database, "audit", ["at", "actor", "action", "merchant_id", "subject", "detail"]);

  return (rows, number) => {
    const { payment: made } = rows;
    payment(
      ...[made.paymentId, made.merchantId, made.environment, made.orderId, made.amountCents, "EUR", "foxpay_checkout"],
      ...[made.method, made.customerEmail, made.customerName, made.returnUrl, made.metadata, made.remittanceInfo],
      ...["generated", made.state, 3, rows.sessions.length, 0, made.checkoutToken],
      ...[made.createdAt, made.updatedAt, made.expiresAt],
    );
    for (const [words, isPersonal] of rows.terms) term(words, made.paymentId, isPersonal);
    for (const { attemptId, sessionId, status, createdAt } of rows.sessions) {
      const url = `https://bank.example/${sessionId}`;
      session(attemptId, made.paymentId, "hosted_bank", "bank", "f", status, sessionId, url, 3, createdAt);
    }
    for (const [from, to, event, actor, at] of rows.history)
      history(made.paymentId, from ?? null, to, event, actor, at);
    evidence(
      made.paymentId,
      "provider.success",
      1,
      made.amountCents,
      "EUR",
      made.customerName,
      made.updatedAt,
      1,
      made.updatedAt,
    );
    if (rows.alert !== undefined) {
      const end = rows.alert.isOpen ? [null, null, null] : [made.updatedAt, "operator", "looked at"];
      alert(
        ...[rows.alert.alertId, made.paymentId, made.merchantId, made.environment, "over_paid", "arrival", "1999 EUR"],
        ...[made.updatedAt, 1, made.updatedAt, ...end],
      );
    }
    insertDelivery(rows);
    if (number % 5 === 0) audit(made.createdAt, "operator", "payment.cancelled", made.merchantId, made.paymentId, "{}");
  };

  function insertDelivery({ payment: made, delivery: sent }) {
    delivery(
      ...[sent.deliveryId, made.merchantId, made.paymentId, "payment.completed", "completed", Buffer.from(sent.body)],
      ...["queue", "transition", sent.state, sent.sends, sent.sends, 0],
      ...[sent.createdAt, sent.finishedAt ?? null, sent.nextAttemptAt ?? null],
    );
    for (let attempt = 1; attempt <= sent.sends; attempt += 1) {
      const isLast = attempt === sent.sends && sent.state === "delivered";
      const [status, outcome, error] = isLast ? [200, "success", null] : [503, "http_5xx", "The shop answered 503."];
      send(sent.deliveryId, attempt, 0, sent.createdAt + attempt, 12, status, outcome, error, "ok", 0);
    }
  }
}

/** Values in the order of the columns. */
function inserter(database, table, columns, conflict = "") {
  const statement = database.prepare(
    `INSERT ${conflict} INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  return (...values) => statement.run(values);
}
