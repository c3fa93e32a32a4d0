// Writes the rows of generated stores and payments, table by table, the same into each database.
import { merchantIdOf } from "./payment-rows.mjs";

/** `inserter` must leave existing stores unchanged. */
export function writeStores(inserter, { stores, now }) {
  const columns = ["merchant_id", "settings", "sealed_webhook_secret", "created_at", "updated_at"];
  const store = inserter("stores", columns);
  for (let number = 0; number < stores; number += 1) {
    store(merchantIdOf(number), JSON.stringify(settingsOf(number)), "v1.none", now, now);
  }
}

/** The settings of a store that accepts transfers: approved, with every method enabled. */
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

/**
 * @param {(table: string, columns: string[]) => (...values: unknown[]) => void} inserter Receives values in the order of the columns; booleans
 *   as 1 and 0.
 */
export function createPaymentWriter(inserter) {
  const tables = { ...paymentTables(inserter), ...deliveryTables(inserter) };
  return (rows, number) => {
    insertPayment(tables, rows);
    insertMoney(tables, rows);
    insertDelivery(tables, rows);
    const { payment: made } = rows;
    if (number % 5 === 0)
      tables.audit(made.createdAt, "operator", "payment.cancelled", made.merchantId, made.paymentId, "{}");
  };
}

/** An inserter for each table of a payment. */
function paymentTables(inserter) {
  return {
    payment: inserter("payments", [
      ...["payment_id", "merchant_id", "environment", "order_id", "amount_cents", "currency", "checkout_mode"],
      ...["payment_method", "customer_email", "customer_name", "return_url", "metadata", "remittance_info"],
      ...["remittance_info_source", "state", "version", "attempt_count", "is_attempt_accepted", "checkout_token"],
      ...["created_at", "updated_at", "expires_at"],
    ]),
    term: inserter("made_terms", ["term", "payment_id", "is_personal"]),
    session: inserter("payment_attempts", [
      ...["attempt_id", "payment_id", "kind", "provider", "fingerprint", "status", "session_id", "redirect_url"],
      ...["poll_count", "created_at"],
    ]),
    history: inserter("payment_history", ["payment_id", "from_state", "to_state", "event", "actor", "at"]),
    evidence: inserter("payment_evidence", [
      ...["payment_id", "event", "was_allowed", "amount_cents", "currency", "detail", "at", "count", "last_at"],
    ]),
    alert: inserter("payment_alerts", [
      ...[
        "alert_id",
        "payment_id",
        "merchant_id",
        "environment",
        "type",
        "subject",
        "detail",
        "at",
        "count",
        "last_at",
      ],
      ...["resolved_at", "resolved_by", "resolution"],
    ]),
    audit: inserter("audit", ["at", "actor", "action", "merchant_id", "subject", "detail"]),
  };
}

function deliveryTables(inserter) {
  return {
    delivery: inserter("deliveries", [
      ...["delivery_id", "merchant_id", "payment_id", "event", "status", "body", "path", "trigger", "state"],
      ...["attempt_count", "scheduled_count", "interrupted_count", "created_at", "finished_at", "next_attempt_at"],
    ]),
    send: inserter("delivery_attempts", [
      ...["delivery_id", "attempt", "is_manual", "started_at", "duration_ms", "http_status", "outcome", "error"],
      ...["response_excerpt", "is_truncated"],
    ]),
  };
}

function insertPayment({ payment, term, session, history }, { payment: made, terms, sessions, history: steps }) {
  payment(
    ...[made.paymentId, made.merchantId, made.environment, made.orderId, made.amountCents, "EUR", "foxpay_checkout"],
    ...[made.method, made.customerEmail, made.customerName, made.returnUrl, made.metadata, made.remittanceInfo],
    ...["generated", made.state, 3, sessions.length, 0, made.checkoutToken],
    ...[made.createdAt, made.updatedAt, made.expiresAt],
  );
  for (const [words, isPersonal] of terms) term(words, made.paymentId, isPersonal);
  for (const { attemptId, sessionId, status, createdAt } of sessions) {
    const url = `https://bank.example/${sessionId}`;
    session(attemptId, made.paymentId, "hosted_bank", "bank", "f", status, sessionId, url, 3, createdAt);
  }
  for (const [from, to, event, actor, at] of steps) history(made.paymentId, from ?? null, to, event, actor, at);
}

function insertMoney({ evidence, alert }, { payment: made, alert: raised }) {
  evidence(
    ...[made.paymentId, "provider.success", 1, made.amountCents, "EUR", made.customerName],
    ...[made.updatedAt, 1, made.updatedAt],
  );
  if (raised === undefined) return;
  const end = raised.isOpen ? [null, null, null] : [made.updatedAt, "operator", "looked at"];
  alert(
    ...[raised.alertId, made.paymentId, made.merchantId, made.environment, "over_paid", "arrival", "1999 EUR"],
    ...[made.updatedAt, 1, made.updatedAt, ...end],
  );
}

function insertDelivery({ delivery, send }, { payment: made, delivery: sent }) {
  delivery(
    ...[sent.deliveryId, made.merchantId, made.paymentId, "payment.completed", "completed", Buffer.from(sent.body)],
    ...["queue", "transition", sent.state, sent.sends, sent.sends, 0],
    ...[sent.createdAt, sent.finishedAt ?? null, sent.nextAttemptAt ?? null],
  );
  for (let attempt = 1; attempt <= sent.sends; attempt += 1) {
    const isLast = attempt === sent.sends && sent.state === "delivered";
    const [status, outcome, error] = isLast
      ? [200, "success", null]
      : [503, "http_5xx", "The endpoint responded with 503."];
    send(sent.deliveryId, attempt, 0, sent.createdAt + attempt, 12, status, outcome, error, "ok", 0);
  }
}
