// Generates the rows of one payment of a simulated year: deterministic, so that two databases of one size are
// equal.
const dayMs = 24 * 60 * 60 * 1000;
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const firstNames = ["Erika", "Max", "Jonas", "Rasa", "Lucía", "Amélie", "Tomas", "Inés", "Karl", "Greta"];
const lastNames = ["Mustermann", "Schmidt", "Kazlauskas", "García", "Dubois", "Petrauskienė", "Meyer", "Rossi"];
/** Counts per thousand payments. Payments that still wait for a buyer are among the newest only. */
const endedStates = [
  ["settled", 680],
  ["expired", 200],
  ["declined", 60],
  ["cancelled", 59],
  ["unresolved", 1],
];
const recentStates = [
  ["settled", 600],
  ["created", 150],
  ["opened", 50],
  ["qr_shown", 50],
  ["transfer_instructed", 50],
  ["at_provider", 20],
  ["submitted", 10],
  ["declined", 40],
  ["cancelled", 30],
];

/** The newest payments: their buyers may still pay. */
const recentShare = 0.08;

/** @param {import("./make-payments.mjs").MadeSize} [options] */
export function sizeOf(options) {
  return { payments: 1_000_000, stores: 50, sessionsEach: 2, sendsEach: 3, now: Date.UTC(2026, 0, 1), ...options };
}

/**
 * @param {number} number From 0, oldest first.
 * @param {{ payments: number, stores: number, sessionsEach: number, sendsEach: number, now: number }} size
 */
export function rowsOfPayment(number, size) {
  const { payments, stores, sessionsEach, sendsEach, now } = size;
  const chance = createChance(number);
  const createdAt = now - 365 * dayMs + Math.floor((number / payments) * 365 * dayMs);
  const isRecent = number >= payments * (1 - recentShare);
  const state = pick(isRecent ? recentStates : endedStates, chance);
  const isIdle = ["created", "opened", "qr_shown", "transfer_instructed"].includes(state);
  const isLive = chance() >= 0.2;
  // The largest store has half of all payments.
  const store = chance() < 0.5 ? 0 : Math.floor(chance() * stores);
  const paymentId = `pay_${timeText(createdAt)}${text(16, chance)}`;
  const orderId = `ORDER-${number}`;
  const reference = `PS-ORDER-${number}-${number.toString(16).padStart(8, "0").toUpperCase()}`;
  const customerName = `${firstNames[number % firstNames.length]} ${lastNames[number % lastNames.length]}`;
  const payment = {
    paymentId,
    merchantId: merchantIdOf(store),
    environment: isLive ? "live" : "test",
    orderId,
    amountCents: 100 + Math.floor(chance() * 50_000),
    method: chance() < 0.5 ? "qr_pay" : "open_bank_transfer",
    customerEmail: `buyer${number}@example.com`,
    customerName,
    metadata: JSON.stringify({ cart: number }),
    returnUrl: `https://shop.example/thanks?order=${number}`,
    remittanceInfo: reference,
    state,
    checkoutToken: text(43, chance),
    createdAt,
    updatedAt: createdAt + (state === "created" ? 0 : 60_000),
    expiresAt: isIdle ? createdAt + 45 * dayMs : createdAt + 30 * dayMs,
  };
  return {
    payment,
    terms: [
      [key(orderId), 0],
      [key(reference), 0],
      [key(payment.customerEmail), 1],
      [key(customerName), 1],
      [key(customerName.split(" ").reverse().join(" ")), 1],
    ],
    sessions: Array.from({ length: sessionsEach }, (_, index) => ({
      attemptId: `att_${text(22, chance)}`,
      sessionId: `session-${number}-${index}`,
      status: index === sessionsEach - 1 && state === "at_provider" ? "open" : "ended",
      createdAt: createdAt + index * 1000,
    })),
    history: [
      [undefined, "created", "initialize", "merchant", createdAt],
      ["created", "opened", "page.opened", "buyer", createdAt + 5000],
      ["opened", state, state === "settled" ? "provider.success" : "clock.expired", "provider", createdAt + 60_000],
    ].slice(0, state === "created" ? 1 : 3),
    delivery: deliveryOf(payment, { number, sendsEach, chance }),
    alert:
      number % 20 === 7
        ? { alertId: `alr_${timeText(createdAt)}${text(16, chance)}`, isOpen: number % 500 === 7 }
        : undefined,
  };
}

export function merchantIdOf(store) {
  return `shop_${store}`;
}

function deliveryOf(payment, { number, sendsEach, chance }) {
  const failed = number % 100 === 13;
  const waiting = !failed && number % 500 === 21;
  const state = failed ? (number % 200 === 13 ? "exhausted" : "dead") : waiting ? "pending" : "delivered";
  const sends = state === "delivered" ? sendsEach : Math.max(sendsEach, waiting ? 1 : 12);
  const body = JSON.stringify({
    event: "transaction.status_changed",
    transaction_id: payment.paymentId,
    order_id: payment.orderId,
    status: "completed",
    amount: payment.amountCents,
    currency: "EUR",
    timestamp: new Date(payment.updatedAt).toISOString(),
    metadata: { cart: number, shop_id: payment.merchantId, shop_name: "Shop" },
  });
  return {
    deliveryId: uuid(chance),
    state,
    sends,
    body,
    createdAt: payment.updatedAt,
    finishedAt: waiting ? undefined : payment.updatedAt + 1000,
    nextAttemptAt: waiting ? payment.updatedAt + 400 * dayMs : undefined,
  };
}

/** mulberry32, seeded by the payment's number. */
function createChance(seed) {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function pick(weighted, chance) {
  let rest = Math.floor(chance() * 1000);
  for (const [word, weight] of weighted) {
    if (rest < weight) return word;
    rest -= weight;
  }
  return weighted[0][0];
}

function text(length, chance) {
  let made = "";
  while (made.length < length) made += alphabet[Math.floor(chance() * alphabet.length)];
  return made;
}

function uuid(chance) {
  const hex = () =>
    Math.floor(chance() * 0x10000)
      .toString(16)
      .padStart(4, "0");
  return `${hex()}${hex()}-${hex()}-4${hex().slice(1)}-8${hex().slice(1)}-${hex()}${hex()}${hex()}`;
}

/** Times in ids as the service writes them: nine characters. */
function timeText(at) {
  return at.toString(36).padStart(9, "0");
}

/** The service's rule for search terms, for the texts generated here; a test compares the two. */
function key(words) {
  return words
    .normalize("NFKD")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
