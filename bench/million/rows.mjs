// The calls that are measured among many payments: each route, panel page and verb as its callers use it. An
// error response fails the measurement.

/** The largest store, which has half of all payments. */
export const store = "shop_0";
const states = ["settled", "unresolved", "created", "declined"];
const searches = {
  "an order id": "ORDER-654",
  "a common prefix": "ORDER-",
  "a first name": "erika",
  "one letter": "e",
  "a reference in a line": "SVWZ+ PS-ORDER-777-00000309 thanks",
  nothing: "no such thing",
};

/** @param {{ payment: object, delivery: object }} examples Rows of a settled payment of the store, and of a delivery of it. */
export async function rowsToMeasure({ service, server, examples: { payment, delivery } }) {
  const { secret } = await service.apiKeys.issue({ merchantId: store, environment: payment.environment });
  const origin = `http://127.0.0.1:${server.address().port}`;
  const verbs = verbRows(service, { payment, delivery });
  const authorization = { Authorization: `Bearer ${secret}` };
  const get = (path, headers = {}) => requireSuccess(`${origin}${path}`, { headers });
  const panel = (path) => get(`/panel/stores/${store}${path}`);
  return [
    ...verbs,
    row("GET status", () => get(`/payments/${payment.payment_id}/status`, authorization)),
    row("GET webhook history", () => get(`/transactions/${payment.payment_id}/webhook/history`, authorization)),
    row("GET checkout page", () => get(`/checkout/${payment.payment_id}?token=${payment.checkout_token}`)),
    row("GET health", () => get("/health")),
    row("POST initialize", (round) =>
      requireSuccess(`${origin}/payments/initialize`, {
        method: "POST",
        headers: { ...authorization, "Content-Type": "application/json" },
        body: JSON.stringify({
          merchantId: store,
          orderId: `NEW-${round}-${Math.random()}`,
          amountCents: 1999,
          currency: "EUR",
        }),
      }),
    ),
    row("panel overview", () => panel("/overview?mode=live")),
    row("panel transactions", () => panel("/transactions")),
    row("panel transactions live", () => panel("/transactions?mode=live")),
    ...["waiting", "underway", "unresolved", "paid", "ended", "attention"].map((word) =>
      row(`panel transactions ${word}`, () => panel(`/transactions?state=${word}`)),
    ),
    row("panel transaction", () => panel(`/transactions/${payment.payment_id}`)),
    row("panel transaction technical", () => panel(`/transactions/${payment.payment_id}/technical`)),
    row("panel statements", () => panel("/statements")),
    row("panel integration", () => panel("/integration")),
    row("panel settings", () => panel("/settings")),
    row("panel users", () => panel("/users")),
    row("panel audit", () => panel("/audit")),
    row("panel audit of everything", () => get("/panel/audit")),
    row("panel open alerts", () => get("/panel/alerts")),
    row("panel stores", () => get("/panel/stores")),
  ];
}

function verbRows(service, { payment, delivery }) {
  const list = (name, filter) => row(`payments.list ${name}`, () => service.payments.list(filter));
  return [
    list("all stores", {}),
    list("store", { merchantId: store }),
    list("store live", { merchantId: store, environment: "live" }),
    ...states.map((state) => list(`store ${state}`, { merchantId: store, states: [state] })),
    ...states.map((state) => list(`all stores ${state}`, { states: [state] })),
    list("small store unresolved", { merchantId: "shop_7", states: ["unresolved"] }),
    list("store attention", { merchantId: store, needsAttention: true }),
    list("all stores attention", { needsAttention: true }),
    list("store attention live", { merchantId: store, environment: "live", needsAttention: true }),
    list("store unresolved attention", { merchantId: store, states: ["unresolved"], needsAttention: true }),
    ...Object.entries(searches).map(([name, search]) => list(`search ${name}`, { merchantId: store, search })),
    list("search a common prefix, unresolved", { merchantId: store, search: "ORDER-", states: ["unresolved"] }),
    list("search a common prefix, small store", { merchantId: "shop_7", search: "ORDER-" }),
    list("search a common prefix, attention", { merchantId: store, search: "ORDER-", needsAttention: true }),
    row("payments.get", () => service.payments.get(payment.payment_id)),
    row("alerts.list", () => service.alerts.list()),
    row("alerts.list open of a store", () => service.alerts.list({ merchantId: store, isOpen: true })),
    row("alerts.list handled of a store, test", () =>
      service.alerts.list({ merchantId: store, isOpen: false, environment: "test" }),
    ),
    row("webhooks.history", () => service.webhooks.history(payment.payment_id)),
    row("webhooks.redeliver", () => service.webhooks.redeliver(delivery.delivery_id)),
    row("statements.list", () => service.statements.list(store)),
    row("stores.list", () => service.stores.list()),
    row("users.list", () => service.users.list()),
    row("inspect", () => service.inspect()),
    row("metrics", () => service.metrics()),
  ];
}

function row(name, run) {
  return { name, run };
}

async function requireSuccess(address, init) {
  const response = await fetch(address, init);
  const text = await response.text();
  if (response.status >= 300) throw new Error(`${address} responded with ${response.status}: ${text.slice(0, 200)}`);
}
