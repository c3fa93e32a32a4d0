// The calls of stores and buyers for measure-lifecycle.mjs: each payment is created, opened, paid by transfer,
// read three times, and settled.
const { base, bank, merchantId, secret, first, count } = JSON.parse(process.argv[2]);
const livesAtOnce = 8;
const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };

let next = first;
await Promise.all(
  Array.from({ length: livesAtOnce }, async () => {
    while (next < first + count) {
      next += 1;
      await live(next);
    }
  }),
);

async function live(number) {
  const order = {
    merchantId,
    orderId: `order-${number}`,
    amountCents: 1999,
    currency: "EUR",
    customerEmail: "buyer@example.com",
    customerName: "Erika Mustermann",
    returnUrl: "https://shop.example/thanks",
  };
  const created = await call(`${base}/payments/initialize`, { method: "POST", headers, body: JSON.stringify(order) });
  const { paymentId, paymentUrl } = JSON.parse(created);
  const { pathname, search } = new URL(paymentUrl);
  const page = (path) => `${base}${pathname}${path}${search}`;
  await call(page(""));
  await call(page("/choose"), { method: "POST", body: new URLSearchParams({ method: "bank_transfer" }) });
  await call(page("/paid"), { method: "POST", body: new URLSearchParams() });
  for (let read = 0; read < 3; read += 1) await call(`${base}/payments/${paymentId}/status`, { headers });
  const state = await call(`${bank}/${paymentId}`, { method: "POST" });
  if (state !== "settled") throw new Error(`Payment ${number} ended as ${state}.`);
}

async function call(url, init) {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${text}`);
  return text;
}
